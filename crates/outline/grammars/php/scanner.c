#include "scanner.h"

void *ctx_grammar_php_external_scanner_create() {
    return external_scanner_create();
}
unsigned ctx_grammar_php_external_scanner_serialize(void *p, char *b) {
    return external_scanner_serialize(p, b);
}
void ctx_grammar_php_external_scanner_deserialize(void *p, const char *b, unsigned n) {
    external_scanner_deserialize(p, b, n);
}
bool ctx_grammar_php_external_scanner_scan(void *p, TSLexer *l, const bool *s) {
    return external_scanner_scan(p, l, s);
}
void ctx_grammar_php_external_scanner_destroy(void *p) {
    external_scanner_destroy(p);
}
