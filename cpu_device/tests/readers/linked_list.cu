// SPDX-License-Identifier: MIT
// linked_list.cu: linked lists in unified memory, walked on both sides
// Feature: operator new for managed memory in a base class, pointers in structs, deep copy by copy constructor
#include <cstdio>
#include <cstring>
#include <string>

class Managed
{
  public:
    void *operator new(size_t len)
    {
        void *ptr;
        cudaMallocManaged(&ptr, len);
        cudaDeviceSynchronize();
        return ptr;
    }
    void operator delete(void *ptr)
    {
        cudaDeviceSynchronize();
        cudaFree(ptr);
    }
};

class String : public Managed
{
    int length;
    char *data;
    void _realloc(int len)
    {
        cudaFree(data);
        length = len;
        cudaMallocManaged(&data, length + 1);
    }

  public:
    String() : length(0), data(0) {}
    String(const char *s) : length(0), data(0)
    {
        _realloc(strlen(s));
        strcpy(data, s);
    }
    String(const String &s) : length(0), data(0)
    {
        _realloc(s.length);
        strcpy(data, s.data);
    }
    ~String()
    {
        cudaFree(data);
    }
    String &operator=(const char *s)
    {
        _realloc(strlen(s));
        strcpy(data, s);
        return *this;
    }
    __host__ __device__ char &operator[](int pos)
    {
        return data[pos];
    }
    __host__ __device__ int size() const
    {
        return length;
    }
    __host__ __device__ const char *c_str() const
    {
        return data;
    }
};

struct Node : public Managed {
    String name;
    int value;
    Node *next;
    Node(const char *n, int v, Node *nx) : name(n), value(v), next(nx) {}
};

__global__ void walk(Node *head)
{
    for (Node *n = head; n != nullptr; n = n->next) {
        n->value *= 2;
        if (n->name.size() > 0)
            n->name[0] -= 'a' - 'A';
        printf("On device: name=%s, value=%d\n", n->name.c_str(), n->value);
    }
}
__global__ void by_value(String s, int *length)
{
    *length = s.size() * 100 + s[1];
}

int main(void)
{
    Node *head = nullptr;
    const char *names[] = {"delta", "charlie", "bravo", "alpha"};
    for (int i = 0; i < 4; i++)
        head = new Node(names[i], i, head);
    walk<<<1, 1>>>(head);
    cudaDeviceSynchronize();
    int *length;
    cudaMallocManaged(&length, sizeof(int));
    by_value<<<1, 1>>>(head->name, length);
    cudaDeviceSynchronize();
    bool ok = *length == 500 + 'l';
    int expected = 6;
    for (Node *n = head; n;) {
        printf("On host: name=%s, value=%d\n", n->name.c_str(), n->value);
        ok &= n->value == expected && n->name[0] >= 'A' && n->name[0] <= 'D';
        expected -= 2;
        Node *next = n->next;
        delete n;
        n = next;
    }
    cudaFree(length);
    puts(ok ? "OK" : "WRONG");
    return ok ? 0 : 1;
}
