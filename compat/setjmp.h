/* Nothing jumps here (wasm/cmocka.h); tests/support.h includes it for cmocka. */
