#define _GNU_SOURCE
#include "links/filter.h"

#include <errno.h>
#include <linux/audit.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <stdint.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>

#if defined __x86_64__
#define PROCESSOR AUDIT_ARCH_X86_64
#elif defined __aarch64__ && defined __AARCH64EL__
#define PROCESSOR AUDIT_ARCH_AARCH64
#elif defined __riscv && __riscv_xlen == 64
#define PROCESSOR AUDIT_ARCH_RISCV64
#else
#define PROCESSOR 0
#endif

#define NEW_NAMESPACES                                                                             \
    (CLONE_NEWNS | CLONE_NEWCGROUP | CLONE_NEWUTS | CLONE_NEWIPC | CLONE_NEWUSER | CLONE_NEWPID |  \
     CLONE_NEWNET)

/* The newest system call reviewed for this list (Linux 5.17). Higher numbers, and those of the x32
 * interface, fail with ENOSYS as on a kernel that does not have them. */
enum { YOUNGEST = SYS_set_mempolicy_home_node };

/* Refused with any arguments. Not every processor has all of them. */
static const int refused[] = {
    /* other processes */
    SYS_ptrace,
    SYS_process_vm_readv,
    SYS_process_vm_writev,
    SYS_process_madvise,
    SYS_pidfd_getfd,
    SYS_kcmp,
    /* the kernel's keys */
    SYS_add_key,
    SYS_keyctl,
    SYS_request_key,
    /* namespaces and mounts */
    SYS_unshare,
    SYS_setns,
    SYS_mount,
    SYS_umount2,
    SYS_pivot_root,
    SYS_chroot,
    SYS_open_tree,
    SYS_move_mount,
    SYS_fsopen,
    SYS_fsconfig,
    SYS_fsmount,
    SYS_fspick,
    SYS_mount_setattr,
    /* files outside its tree */
    SYS_name_to_handle_at,
    SYS_open_by_handle_at,
    SYS_fanotify_init,
    /* kernel subsystems that no player needs */
    SYS_bpf,
    SYS_perf_event_open,
    SYS_userfaultfd,
    SYS_io_uring_setup,
    SYS_io_uring_enter,
    SYS_io_uring_register,
    /* the machine */
    SYS_init_module,
    SYS_finit_module,
    SYS_delete_module,
    SYS_kexec_load,
    SYS_kexec_file_load,
    SYS_reboot,
    SYS_swapon,
    SYS_swapoff,
    SYS_acct,
    SYS_quotactl,
    SYS_quotactl_fd,
    SYS_syslog,
    SYS_settimeofday,
    SYS_clock_settime,
    SYS_adjtimex,
    SYS_clock_adjtime,
    SYS_sethostname,
    SYS_setdomainname,
    SYS_vhangup,
#ifdef __x86_64__
    SYS_ioperm,
    SYS_iopl,
    SYS_modify_ldt,
    SYS_uselib,
    SYS_ustat,
    SYS_sysfs,
#endif
};

typedef struct program {
    struct sock_filter *code;
    size_t count;
} program;

static void add(program *p, struct sock_filter instruction) { p->code[p->count++] = instruction; }

static void answer(program *p, uint32_t what) {
    add(p, (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, what));
}

/* The next `length` instructions apply only to this value. */
static void only_for(program *p, uint32_t value, uint8_t length) {
    add(p, (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, value, 0, length));
}

/* Loads a field of struct seccomp_data. For an argument only the low half: the kernel, too, treats
 * commands, flags and families as 32 bits, so garbage in the upper half could bypass a 64-bit
 * comparison. All processors above are little-endian. */
static void load(program *p, size_t field) {
    add(p, (struct sock_filter)BPF_STMT(BPF_LD | BPF_W | BPF_ABS, (uint32_t)field));
}
#define ARGUMENT(i)    (offsetof(struct seccomp_data, args) + 8 * (i))
#define REFUSE(number) (SECCOMP_RET_ERRNO | (number))

size_t filter_write(struct sock_filter code[FILTER_MOST]) {
    program p = {.code = code};
    if (!PROCESSOR) return 0;
    load(&p, offsetof(struct seccomp_data, arch));
    add(&p, (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, PROCESSOR, 1, 0));
    answer(&p, SECCOMP_RET_KILL_PROCESS); /* another ABI (i386) with other numbers */
    load(&p, offsetof(struct seccomp_data, nr));
    add(&p, (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JGT | BPF_K, YOUNGEST, 0, 1));
    answer(&p, REFUSE(ENOSYS));
    for (size_t i = 0; i < sizeof refused / sizeof *refused; i++) {
        only_for(&p, (uint32_t)refused[i], 1);
        answer(&p, REFUSE(EPERM));
    }
    /* clone3's flags are in memory, which a filter cannot read. Libraries fall back to clone. */
    only_for(&p, SYS_clone3, 1);
    answer(&p, REFUSE(ENOSYS));

    only_for(&p, SYS_clone, 4);
    load(&p, ARGUMENT(0));
    add(&p, (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, NEW_NAMESPACES, 0, 1));
    answer(&p, REFUSE(EPERM));
    answer(&p, SECCOMP_RET_ALLOW);

    only_for(&p, SYS_ioctl, 6);
    load(&p, ARGUMENT(1));
    only_for(&p, TIOCSTI, 1);
    answer(&p, REFUSE(EPERM));
    only_for(&p, TIOCLINUX, 1);
    answer(&p, REFUSE(EPERM));
    answer(&p, SECCOMP_RET_ALLOW);

    /* The sandbox's network has only its loopback. A Unix socket in the program's folder could lead
     * to the process that created it; other families (vsock, netlink, alg) lead out of the sandbox
     * or into the kernel. socketpair() leads nowhere and is allowed. */
    only_for(&p, SYS_socket, 6);
    load(&p, ARGUMENT(0));
    only_for(&p, AF_INET, 1);
    answer(&p, SECCOMP_RET_ALLOW);
    only_for(&p, AF_INET6, 1);
    answer(&p, SECCOMP_RET_ALLOW);
    answer(&p, REFUSE(EAFNOSUPPORT));

    answer(&p, SECCOMP_RET_ALLOW);
    return p.count;
}
