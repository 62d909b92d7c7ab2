// Stands in for JBIG-KIT, which libtiff asks for and which is under the GPL: images compressed by JBIG, a format of fax machines,
// cannot be read. No model has any.
enum { NOT_IMPLEMENTED = 0x70 };  // JBG_EIMPL

int jbg_dec_in(void) { return NOT_IMPLEMENTED; }
int jbg_newlen(void) { return NOT_IMPLEMENTED; }
const char* jbg_strerror(void) { return "JBIG is not part of this package"; }
unsigned char* jbg_dec_getimage(void) { return 0; }
long jbg_dec_getsize(void) { return 0; }
void jbg_dec_init(void) {}
void jbg_dec_free(void) {}
void jbg_enc_init(void) {}
void jbg_enc_out(void) {}
void jbg_enc_free(void) {}
