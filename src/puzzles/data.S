/* The built-in puzzles (puzzle.h), as `damero puzzles make` writes them. */
    .section .rodata
    .globl puzzles_damas
    .globl puzzles_damas_end
puzzles_damas:
    .incbin PUZZLES_DAMAS
puzzles_damas_end:
    .byte 0
    .globl puzzles_trax
    .globl puzzles_trax_end
puzzles_trax:
    .incbin PUZZLES_TRAX
puzzles_trax_end:
    .byte 0
    .globl puzzles_perudo
    .globl puzzles_perudo_end
puzzles_perudo:
    .incbin PUZZLES_PERUDO
puzzles_perudo_end:
    .byte 0
    .globl puzzles_dots
    .globl puzzles_dots_end
puzzles_dots:
    .incbin PUZZLES_DOTS
puzzles_dots_end:
    .byte 0
    .section .note.GNU-stack, "", %progbits
