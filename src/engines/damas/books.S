/* The opening books (book.h), as tools/damas_books makes them. */
    .section .rodata
    .globl damas_books, damas_books_end
damas_books:
    .incbin DAMAS_BOOKS
damas_books_end:
    .if damas_books_end - damas_books > 100 * 1024
    .error "engines/damas/books has more than 100 KB"
    .endif
    .section .note.GNU-stack, "", %progbits
