/* The Cortex-A9 begins here, as the boot loader or QEMU leaves it: caches and MMU may be on or off,
 * and both cores may arrive. */
        .syntax unified
        .arm
        .section .start, "ax"
        .global _start
_start: cpsid   if
        mrc     p15, 0, r0, c0, c0, 5           @ which core: only the first one plays
        ands    r0, r0, #3
1:      wfene
        bne     1b

        mrc     p15, 0, r0, c1, c0, 0           @ MMU, caches and branch prediction off
        bic     r0, r0, #0x1800
        bic     r0, r0, #0x0005
        mcr     p15, 0, r0, c1, c0, 0
        ldr     r0, =vectors
        mcr     p15, 0, r0, c12, c0, 0
        mov     r0, #0
        mcr     p15, 0, r0, c8, c7, 0           @ forget the TLB, instructions and branches
        mcr     p15, 0, r0, c7, c5, 0
        mcr     p15, 0, r0, c7, c5, 6
        mov     r1, #0                          @ and data: 4 ways of 256 lines of 32 bytes
2:      mcr     p15, 0, r1, c7, c6, 2
        add     r1, r1, #0x40000000             @ the next way
        cmp     r1, #0x40000000
        bhs     2b
        add     r1, r1, #32                     @ the next line
        cmp     r1, #0x2000
        blo     2b
        dsb
        isb

        mrc     p15, 0, r0, c1, c0, 2           @ floating point
        orr     r0, r0, #0x00f00000
        mcr     p15, 0, r0, c1, c0, 2
        isb
        mov     r0, #0x40000000
        vmsr    fpexc, r0

        ldr     r0, =stack_end
        cps     #0x17                           @ faults print on a stack of their own
        sub     sp, r0, #0
        cps     #0x1b
        sub     sp, r0, #0
        cps     #0x1f
        sub     sp, r0, #4096
        blx     machine_start
3:      b       3b

        .balign 32
vectors:
        b       _start
        b       undefined
        b       3b                              @ system calls: there are none
        b       fetch
        b       data
        b       3b
        b       3b
        b       3b
undefined:
        sub     r1, lr, #4
        ldr     r0, =1f
        b       4f
fetch:  sub     r1, lr, #4
        ldr     r0, =2f
        b       4f
data:   sub     r1, lr, #8
        ldr     r0, =3f
4:      blx     system_fault
        .section .rodata
1:      .asciz  "undefined instruction"
2:      .asciz  "fault while fetching an instruction"
3:      .asciz  "fault while reading or writing"
