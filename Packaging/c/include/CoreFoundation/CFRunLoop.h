// Run loops, on which audio queues, sessions and MIDI call a program.
#pragma once

#include "CFBase.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef double CFTimeInterval;
typedef double CFAbsoluteTime;
typedef CFStringRef CFRunLoopMode;

typedef SInt32 CFRunLoopRunResult;
SORDINO_CONSTANTS(CFRunLoopRunResult) {
    kCFRunLoopRunFinished = 1,
    kCFRunLoopRunStopped = 2,
    kCFRunLoopRunTimedOut = 3,
    kCFRunLoopRunHandledSource = 4,
};

/// The mode in which a loop runs if nothing else is asked for, and the name of all common modes.
extern SORDINO_CONST CFStringRef kCFRunLoopDefaultMode SORDINO_SYMBOL(kCFRunLoopDefaultMode);
extern SORDINO_CONST CFStringRef kCFRunLoopCommonModes SORDINO_SYMBOL(kCFRunLoopCommonModes);

/// Returns seconds since the start of 2001.
CFAbsoluteTime CFAbsoluteTimeGetCurrent(void) SORDINO_SYMBOL(CFAbsoluteTimeGetCurrent);

/// Returns the calling thread's loop.
CFRunLoopRef CFRunLoopGetCurrent(void) SORDINO_SYMBOL(CFRunLoopGetCurrent);

/// Returns the main thread's loop.
CFRunLoopRef CFRunLoopGetMain(void) SORDINO_SYMBOL(CFRunLoopGetMain);

/// Runs the calling thread's loop until it is stopped or has nothing more to wait for.
void CFRunLoopRun(void) SORDINO_SYMBOL(CFRunLoopRun);

/// Runs the calling thread's loop in a mode for some seconds at most.
CFRunLoopRunResult CFRunLoopRunInMode(CFStringRef mode, CFTimeInterval seconds, Boolean returnsAfterSource)
    SORDINO_SYMBOL(CFRunLoopRunInMode);

/// Ends the run of a loop.
void CFRunLoopStop(CFRunLoopRef loop) SORDINO_SYMBOL(CFRunLoopStop);

/// Wakes a loop that sleeps.
void CFRunLoopWakeUp(CFRunLoopRef loop) SORDINO_SYMBOL(CFRunLoopWakeUp);

/// Returns whether a loop sleeps.
Boolean CFRunLoopIsWaiting(CFRunLoopRef loop) SORDINO_SYMBOL(CFRunLoopIsWaiting);

#ifdef __cplusplus
}
#endif
