// Stands in for ICU, which libxml2 asks for where iconv, which is part of glibc, does not know an encoding. Its tables would be
// 12 of 32 MB. Pages in such encodings cannot be read.
#define JOIN(name, number) name##_##number
#define WITH(name, number) JOIN(name, number)
#define ICU(name) WITH(name, NUMBER)  // every name of ICU ends with its version

enum { NO_DATA = 4 };  // U_FILE_ACCESS_ERROR

void* ICU(ucnv_open)(const char* name, int* error) {
  (void)name;
  *error = NO_DATA;
  return 0;
}
void ICU(ucnv_close)(void) {}
// Never reached, as nothing can be opened.
void ICU(ucnv_convertEx)(void) {}
void ICU(ucnv_setFromUCallBack)(void) {}
void ICU(ucnv_setToUCallBack)(void) {}
void ICU(UCNV_FROM_U_CALLBACK_STOP)(void) {}
void ICU(UCNV_TO_U_CALLBACK_STOP)(void) {}
