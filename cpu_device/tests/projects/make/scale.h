/* SPDX-License-Identifier: MIT */
int wrong_words(const float *words, int n, float factor);
