# A RISC-V core begins here in machine mode, with its number in a0.
        .section .start, "ax"
        .global _start
        .option arch, +zicsr
_start: csrw    mie, zero
        la      t0, trap
        csrw    mtvec, t0
1:      bnez    a0, 1b                  # only the first core plays
        la      sp, stack_end
        j       machine_start
        .balign 4
trap:   csrr    a0, mcause
        csrr    a1, mepc
        la      sp, stack_end
        j       machine_trap
