/* The built-in tables of rounds (tables.h), as `damero tables perudo` makes them. */
    .section .rodata
    .balign 8
    .globl perudo_shipped_start
    .globl perudo_shipped_end
    .hidden perudo_shipped_start
    .hidden perudo_shipped_end
perudo_shipped_start:
    .incbin PERUDO_SHIPPED
perudo_shipped_end:
    .byte 0
    .section .note.GNU-stack, "", %progbits
