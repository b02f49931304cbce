// The main queue under loops that are not Core Foundation's: for programs on Linux, without a counterpart on Apple's platforms.
#pragma once

#ifdef __cplusplus
extern "C" {
#endif

/// Returns a descriptor that becomes readable when callbacks wait for the main thread; -1 if the system gives none.
///
/// Let the loop wait for it (`poll`, a QSocketNotifier), and call `SordinoServeMainQueue` when it is readable. Do not read from it
/// or close it. Call it before the first function of an audio session or queue. Under GLib's main loop neither is needed.
int SordinoMainQueueDescriptor(void);

/// Makes the callbacks that wait for the main thread, and returns; on other threads it does nothing.
void SordinoServeMainQueue(void);

#ifdef __cplusplus
}
#endif
