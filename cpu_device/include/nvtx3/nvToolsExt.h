// SPDX-License-Identifier: MIT
// Ranges and marks for a profiler's time line (NVTX 3). There is no such profiler here: as without one on a GPU, they
// do nothing.
#pragma once
#pragma GCC system_header // as the toolkit's own: no warnings from here

#include <stdint.h>
#include <wchar.h>

#define NVTX_VERSION 3
#define NVTX_EVENT_ATTRIB_STRUCT_SIZE ((uint16_t)sizeof(nvtxEventAttributes_t))
#define NVTX_NO_PUSH_POP_TRACKING ((int)-2)

typedef uint64_t nvtxRangeId_t;
typedef struct nvtxDomainRegistration_st *nvtxDomainHandle_t;
typedef struct nvtxStringRegistration_st *nvtxStringHandle_t;

typedef enum nvtxColorType_t { NVTX_COLOR_UNKNOWN, NVTX_COLOR_ARGB } nvtxColorType_t;

typedef enum nvtxMessageType_t {
    NVTX_MESSAGE_UNKNOWN,
    NVTX_MESSAGE_TYPE_ASCII,
    NVTX_MESSAGE_TYPE_UNICODE,
    NVTX_MESSAGE_TYPE_REGISTERED
} nvtxMessageType_t;

typedef union nvtxMessageValue_t {
    const char *ascii;
    const wchar_t *unicode;
    nvtxStringHandle_t registered;
} nvtxMessageValue_t;

typedef enum nvtxPayloadType_t {
    NVTX_PAYLOAD_UNKNOWN,
    NVTX_PAYLOAD_TYPE_UNSIGNED_INT64,
    NVTX_PAYLOAD_TYPE_INT64,
    NVTX_PAYLOAD_TYPE_DOUBLE,
    NVTX_PAYLOAD_TYPE_UNSIGNED_INT32,
    NVTX_PAYLOAD_TYPE_INT32,
    NVTX_PAYLOAD_TYPE_FLOAT
} nvtxPayloadType_t;

typedef struct nvtxEventAttributes_v2 {
    uint16_t version, size;
    uint32_t category;
    int32_t colorType;
    uint32_t color;
    int32_t payloadType, reserved0;
    union payload_t {
        uint64_t ullValue;
        int64_t llValue;
        double dValue;
        uint32_t uiValue;
        int32_t iValue;
        float fValue;
    } payload;
    int32_t messageType;
    nvtxMessageValue_t message;
} nvtxEventAttributes_v2;
typedef nvtxEventAttributes_v2 nvtxEventAttributes_t;

// What each gives without a profiler: nothing; 0 for a handle; that nothing is tracked, for the depth of a range.
#define CPU_DEVICE_NVTX(name, parameters)                                                                              \
    static inline void name parameters {}
#define CPU_DEVICE_NVTX_HANDLE(type, name, parameters)                                                                 \
    static inline type name parameters                                                                                 \
    {                                                                                                                  \
        return 0;                                                                                                      \
    }
#define CPU_DEVICE_NVTX_DEPTH(name, parameters)                                                                        \
    static inline int name parameters                                                                                  \
    {                                                                                                                  \
        return NVTX_NO_PUSH_POP_TRACKING;                                                                              \
    }
// The functions that take a text, for both kinds of characters.
#define CPU_DEVICE_NVTX_TEXT(text, suffix)                                                                             \
    CPU_DEVICE_NVTX(nvtxMark##suffix, (text message __attribute__((unused))))                                          \
    CPU_DEVICE_NVTX_DEPTH(nvtxRangePush##suffix, (text message __attribute__((unused))))                               \
    CPU_DEVICE_NVTX_HANDLE(nvtxRangeId_t, nvtxRangeStart##suffix, (text message __attribute__((unused))))              \
    CPU_DEVICE_NVTX(nvtxNameCategory##suffix,                                                                          \
                    (uint32_t category __attribute__((unused)), text name __attribute__((unused))))                    \
    CPU_DEVICE_NVTX(nvtxNameOsThread##suffix,                                                                          \
                    (uint32_t thread __attribute__((unused)), text name __attribute__((unused))))                      \
    CPU_DEVICE_NVTX(nvtxDomainNameCategory##suffix,                                                                    \
                    (nvtxDomainHandle_t domain __attribute__((unused)), uint32_t category __attribute__((unused)),     \
                     text name __attribute__((unused))))                                                               \
    CPU_DEVICE_NVTX_HANDLE(nvtxDomainHandle_t, nvtxDomainCreate##suffix, (text name __attribute__((unused))))          \
    CPU_DEVICE_NVTX_HANDLE(nvtxStringHandle_t, nvtxDomainRegisterString##suffix,                                       \
                           (nvtxDomainHandle_t domain __attribute__((unused)), text string __attribute__((unused))))
CPU_DEVICE_NVTX_TEXT(const char *, A)
CPU_DEVICE_NVTX_TEXT(const wchar_t *, W)

CPU_DEVICE_NVTX(nvtxInitialize, (const void *reserved __attribute__((unused))))
CPU_DEVICE_NVTX(nvtxMarkEx, (const nvtxEventAttributes_t *event __attribute__((unused))))
CPU_DEVICE_NVTX_DEPTH(nvtxRangePushEx, (const nvtxEventAttributes_t *event __attribute__((unused))))
CPU_DEVICE_NVTX_DEPTH(nvtxRangePop, (void))
CPU_DEVICE_NVTX_HANDLE(nvtxRangeId_t, nvtxRangeStartEx, (const nvtxEventAttributes_t *event __attribute__((unused))))
CPU_DEVICE_NVTX(nvtxRangeEnd, (nvtxRangeId_t range __attribute__((unused))))
CPU_DEVICE_NVTX(nvtxDomainDestroy, (nvtxDomainHandle_t domain __attribute__((unused))))
CPU_DEVICE_NVTX(nvtxDomainMarkEx, (nvtxDomainHandle_t domain __attribute__((unused)),
                                   const nvtxEventAttributes_t *event __attribute__((unused))))
CPU_DEVICE_NVTX_DEPTH(nvtxDomainRangePushEx, (nvtxDomainHandle_t domain __attribute__((unused)),
                                              const nvtxEventAttributes_t *event __attribute__((unused))))
CPU_DEVICE_NVTX_DEPTH(nvtxDomainRangePop, (nvtxDomainHandle_t domain __attribute__((unused))))
CPU_DEVICE_NVTX_HANDLE(nvtxRangeId_t, nvtxDomainRangeStartEx,
                       (nvtxDomainHandle_t domain __attribute__((unused)),
                        const nvtxEventAttributes_t *event __attribute__((unused))))
CPU_DEVICE_NVTX(nvtxDomainRangeEnd,
                (nvtxDomainHandle_t domain __attribute__((unused)), nvtxRangeId_t range __attribute__((unused))))

#undef CPU_DEVICE_NVTX_TEXT
#undef CPU_DEVICE_NVTX_DEPTH
#undef CPU_DEVICE_NVTX_HANDLE
#undef CPU_DEVICE_NVTX

#define nvtxMark nvtxMarkA
#define nvtxRangeStart nvtxRangeStartA
#define nvtxRangePush nvtxRangePushA
#define nvtxNameCategory nvtxNameCategoryA
#define nvtxNameOsThread nvtxNameOsThreadA
#define nvtxDomainCreate nvtxDomainCreateA
#define nvtxDomainRegisterString nvtxDomainRegisterStringA
#define nvtxDomainNameCategory nvtxDomainNameCategoryA
