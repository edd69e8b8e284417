// SPDX-License-Identifier: MIT
// error_strings.cu: the number, name and text of errors.

#include <stdio.h>

#include "../handle_error.h"

int main(void)
{
    HANDLE_ERROR(cudaFree(0)); // where there is no device the program ends here
    const cudaError_t errors[] = {
        cudaSuccess,
        cudaErrorInvalidValue,
        cudaErrorMemoryAllocation,
        cudaErrorInitializationError,
        cudaErrorInvalidConfiguration,
        cudaErrorInvalidPitchValue,
        cudaErrorInvalidSymbol,
        cudaErrorInvalidDevicePointer,
        cudaErrorInvalidMemcpyDirection,
        cudaErrorInsufficientDriver,
        cudaErrorDevicesUnavailable,
        cudaErrorMissingConfiguration,
        cudaErrorInvalidDeviceFunction,
        cudaErrorNoDevice,
        cudaErrorInvalidDevice,
        cudaErrorOperatingSystem,
        cudaErrorInvalidResourceHandle,
        cudaErrorNotReady,
        cudaErrorIllegalAddress,
        cudaErrorLaunchOutOfResources,
        cudaErrorLaunchTimeout,
        cudaErrorAssert,
        cudaErrorHostMemoryAlreadyRegistered,
        cudaErrorHostMemoryNotRegistered,
        cudaErrorIllegalInstruction,
        cudaErrorMisalignedAddress,
        cudaErrorLaunchFailure,
        cudaErrorNotPermitted,
        cudaErrorNotSupported,
        cudaErrorUnknown,
        (cudaError_t)123456, // none
        (cudaError_t)-1,
    };
    for (cudaError_t error : errors)
        printf("%d %s: %s\n", (int)error, cudaGetErrorName(error), cudaGetErrorString(error));

    // asking is no call that could fail
    printf("afterwards: %s\n", cudaGetErrorName(cudaGetLastError()));
    return 0;
}
