/* The built-in tables of rounds (tables.h), as `damero tables perudo` makes them. */
    .section .rodata
    .balign 8
    .globl perudo_shipped_tables
    .globl perudo_shipped_tables_end
perudo_shipped_tables:
    .incbin PERUDO_SHIPPED
perudo_shipped_tables_end:
    .byte 0
    .section .note.GNU-stack, "", %progbits
