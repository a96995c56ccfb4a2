//! Limits of a PDF file that is read, for the script in the document, and for the worker, which
//! does not trust the script's answer.

/** The media type of PDF files. */
export const PDF_TYPE = 'application/pdf';
/** Bytes of a file. With base64, an answer with a larger one would be too long for the server. */
export const MAX_PDF_BYTES = 32 * 1024 * 1024;
/** Bytes of the part of a file in one message: a multiple of 3, for base64 without padding. */
export const PDF_PART = 3_000_000;
