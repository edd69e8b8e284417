// SPDX-License-Identifier: MIT
// Counts samples in bins: of equal width, or between given levels. Of an image, of several channels beside one another;
// its rows may be padded. The histogram is set to zero first; samples outside all bins are left out.
#pragma once
#pragma GCC system_header // as the toolkit's own: no warnings from here

#include "../detail/device.cuh"

#include "../../cpu_device/letters_hidden.h"

namespace cub
{
namespace own
{
// The bin of a sample, or -1. Whole numbers are scaled without rounding, floating point by one factor, as in CUB.
template <class Level, class Sample> struct even_bins {
    using common = std::common_type_t<Level, Sample>;
    common lower, upper;
    int bins;
    CPU_DEVICE_CUB int operator()(Sample value) const
    {
        common sample = (common)value;
        if (!(sample >= lower && sample < upper))
            return -1;
        if constexpr (std::is_floating_point_v<common>) {
            common scale = (common)bins / (common)(upper - lower);
            return (int)((sample - lower) * scale);
        } else {
            return (int)((uint64_t)(sample - lower) * (uint64_t)bins / (uint64_t)(common)(upper - lower));
        }
    }
};
template <class Level, class Sample> struct range_bins {
    const Level *levels;
    int bins;
    CPU_DEVICE_CUB int operator()(Sample sample) const
    {
        int begin = 0, end = bins + 1; // the first level above the sample
        while (begin < end) {
            int middle = (begin + end) / 2;
            if ((Level)sample < levels[middle])
                end = middle;
            else
                begin = middle + 1;
        }
        return begin - 1 < bins ? begin - 1 : -1;
    }
};

template <class T, int count> struct list {
    T of[count];
};

template <int channels, int active, class Samples, class Counter, class Bins>
__global__ void device_histogram(char *storage, size_t bytes, Samples samples, list<Counter *, active> histograms,
                                 list<Bins, active> bins, long long row_pixels, long long rows, long long row_samples)
{
    claim(storage, bytes);
    for (int c = 0; c < active; ++c)
        for (int i = 0; i < bins.of[c].bins; ++i)
            histograms.of[c][i] = 0;
    for (long long row = 0; row < rows; ++row)
        for (long long pixel = 0; pixel < row_pixels; ++pixel)
            for (int c = 0; c < active; ++c) {
                int bin = bins.of[c](samples[row * row_samples + pixel * channels + c]);
                if (bin >= 0)
                    ++histograms.of[c][bin];
            }
}
} // namespace own

struct DeviceHistogram {
    template <class Samples, class Counter, class Level, class Offset>
    static cudaError_t HistogramEven(CPU_DEVICE_CUB_TEMP, Samples d_samples, Counter *d_histogram, int num_levels,
                                     Level lower_level, Level upper_level, Offset num_samples, CPU_DEVICE_CUB_STREAM)
    {
        return even<1, 1, Counter, Level>(d_temp_storage, temp_storage_bytes, d_samples, &d_histogram, &num_levels,
                                          &lower_level, &upper_level, num_samples, 1, 0, stream, file, line);
    }
    template <class Samples, class Counter, class Level, class Offset>
    static cudaError_t HistogramEven(CPU_DEVICE_CUB_TEMP, Samples d_samples, Counter *d_histogram, int num_levels,
                                     Level lower_level, Level upper_level, Offset num_row_samples, Offset num_rows,
                                     size_t row_stride_bytes, CPU_DEVICE_CUB_STREAM)
    {
        return even<1, 1, Counter, Level>(d_temp_storage, temp_storage_bytes, d_samples, &d_histogram, &num_levels,
                                          &lower_level, &upper_level, num_row_samples, num_rows, row_stride_bytes,
                                          stream, file, line);
    }
    template <int Channels, int Active, class Samples, class Counter, class Level, class Offset>
    static cudaError_t MultiHistogramEven(CPU_DEVICE_CUB_TEMP, Samples d_samples, Counter *d_histogram[Active],
                                          const int num_levels[Active], const Level lower_level[Active],
                                          const Level upper_level[Active], Offset num_pixels, CPU_DEVICE_CUB_STREAM)
    {
        return even<Channels, Active, Counter, Level>(d_temp_storage, temp_storage_bytes, d_samples, d_histogram,
                                                      num_levels, lower_level, upper_level, num_pixels, 1, 0, stream,
                                                      file, line);
    }
    template <int Channels, int Active, class Samples, class Counter, class Level, class Offset>
    static cudaError_t MultiHistogramEven(CPU_DEVICE_CUB_TEMP, Samples d_samples, Counter *d_histogram[Active],
                                          const int num_levels[Active], const Level lower_level[Active],
                                          const Level upper_level[Active], Offset num_row_pixels, Offset num_rows,
                                          size_t row_stride_bytes, CPU_DEVICE_CUB_STREAM)
    {
        return even<Channels, Active, Counter, Level>(d_temp_storage, temp_storage_bytes, d_samples, d_histogram,
                                                      num_levels, lower_level, upper_level, num_row_pixels, num_rows,
                                                      row_stride_bytes, stream, file, line);
    }

    template <class Samples, class Counter, class Level, class Offset>
    static cudaError_t HistogramRange(CPU_DEVICE_CUB_TEMP, Samples d_samples, Counter *d_histogram, int num_levels,
                                      const Level *d_levels, Offset num_samples, CPU_DEVICE_CUB_STREAM)
    {
        return range<1, 1, Counter, Level>(d_temp_storage, temp_storage_bytes, d_samples, &d_histogram, &num_levels,
                                           &d_levels, num_samples, 1, 0, stream, file, line);
    }
    template <class Samples, class Counter, class Level, class Offset>
    static cudaError_t HistogramRange(CPU_DEVICE_CUB_TEMP, Samples d_samples, Counter *d_histogram, int num_levels,
                                      const Level *d_levels, Offset num_row_samples, Offset num_rows,
                                      size_t row_stride_bytes, CPU_DEVICE_CUB_STREAM)
    {
        return range<1, 1, Counter, Level>(d_temp_storage, temp_storage_bytes, d_samples, &d_histogram, &num_levels,
                                           &d_levels, num_row_samples, num_rows, row_stride_bytes, stream, file, line);
    }
    template <int Channels, int Active, class Samples, class Counter, class Level, class Offset>
    static cudaError_t MultiHistogramRange(CPU_DEVICE_CUB_TEMP, Samples d_samples, Counter *d_histogram[Active],
                                           const int num_levels[Active], const Level *const d_levels[Active],
                                           Offset num_pixels, CPU_DEVICE_CUB_STREAM)
    {
        return range<Channels, Active, Counter, Level>(d_temp_storage, temp_storage_bytes, d_samples, d_histogram,
                                                       num_levels, d_levels, num_pixels, 1, 0, stream, file, line);
    }

  private:
    template <int channels, int active, class Counter, class Level, class Samples>
    static cudaError_t even(CPU_DEVICE_CUB_TEMP, Samples samples, Counter *const *histogram, const int *levels,
                            const Level *lower, const Level *upper, long long row_pixels, long long rows,
                            size_t row_bytes, cudaStream_t stream, const char *file, int line)
    {
        using Sample = own::value_of<Samples>;
        using Bins = own::even_bins<Level, Sample>;
        own::list<Bins, active> bins;
        for (int c = 0; c < active; ++c)
            bins.of[c] = {(typename Bins::common)lower[c], (typename Bins::common)upper[c], levels[c] - 1};
        return count<channels>(d_temp_storage, temp_storage_bytes, samples, histogram, bins, row_pixels, rows,
                               row_bytes / sizeof(Sample), stream, file, line);
    }
    template <int channels, int active, class Counter, class Level, class Samples>
    static cudaError_t range(CPU_DEVICE_CUB_TEMP, Samples samples, Counter *const *histogram, const int *levels,
                             const Level *const *bounds, long long row_pixels, long long rows, size_t row_bytes,
                             cudaStream_t stream, const char *file, int line)
    {
        using Sample = own::value_of<Samples>;
        own::list<own::range_bins<Level, Sample>, active> bins;
        for (int c = 0; c < active; ++c)
            bins.of[c] = {bounds[c], levels[c] - 1};
        return count<channels>(d_temp_storage, temp_storage_bytes, samples, histogram, bins, row_pixels, rows,
                               row_bytes / sizeof(Sample), stream, file, line);
    }
    template <int channels, int active, class Samples, class Counter, class Bins>
    static cudaError_t count(CPU_DEVICE_CUB_TEMP, Samples samples, Counter *const *histogram,
                             const own::list<Bins, active> &bins, long long row_pixels, long long rows,
                             long long row_samples, cudaStream_t stream, const char *file, int line)
    {
        size_t bytes = own::layout().bytes();
        CPU_DEVICE_CUB_NEED(bytes);
        own::list<Counter *, active> histograms;
        for (int c = 0; c < active; ++c)
            histograms.of[c] = histogram[c];
        CPU_DEVICE_CUB_LAUNCH(1, 1,
                              own::device_histogram<channels>(static_cast<char *>(d_temp_storage), bytes, samples,
                                                              histograms, bins, row_pixels, rows, row_samples));
        return cpu_device_last_error();
    }
};
} // namespace cub

#include "../../cpu_device/letters_shown.h"
