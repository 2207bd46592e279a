/* The networks of the evaluation (evaluate.h), as tools/damas_networks makes them. */
#ifdef __wasm__
    .section .rodata.damas_networks, "", @
    .type damas_networks, @object
#else
    .section .rodata
#endif
    .balign 32
    .globl damas_networks
damas_networks:
    .incbin DAMAS_NETWORKS
    .if . - damas_networks != 8 * 22816
    .error "engines/damas/networks does not have eight parts of 22816 bytes"
    .endif
#ifdef __wasm__
    .size damas_networks, . - damas_networks
#else
    .section .note.GNU-stack, "", %progbits
#endif
