// The names by which clients of the C-style interfaces name run loops. They are those of the Core Foundation that
// Foundation on Linux stands on, so that `CFRunLoopGetCurrent()` is the loop that `RunLoop.current` runs.
import CoreFoundation
import Foundation

@_exported import class CoreFoundation.CFRunLoop
@_exported import func CoreFoundation.CFRunLoopGetCurrent
@_exported import func CoreFoundation.CFRunLoopGetMain
@_exported import func CoreFoundation.CFRunLoopIsWaiting
@_exported import func CoreFoundation.CFRunLoopRun
@_exported import enum CoreFoundation.CFRunLoopRunResult
@_exported import func CoreFoundation.CFRunLoopStop
@_exported import func CoreFoundation.CFRunLoopWakeUp
@_exported import typealias CoreFoundation.CFTimeInterval

/// A mode of a run loop: sources and timers of one mode wait while the loop runs in another.
public struct CFRunLoopMode: RawRepresentable, Hashable, @unchecked Sendable {
    /// The name of the mode.
    public let rawValue: CFString

    /// Makes a mode of its name.
    public init(rawValue: CFString) { self.rawValue = rawValue }

    /// Makes a mode of its name.
    public init(_ rawValue: CFString) { self.rawValue = rawValue }

    /// The mode in which a loop runs if nothing else is asked for.
    public static var defaultMode: CFRunLoopMode { CFRunLoopMode("kCFRunLoopDefaultMode") }

    /// In place of a mode: all modes that the loop counts as common ones; a loop does not run in it.
    public static var commonModes: CFRunLoopMode { CFRunLoopMode("kCFRunLoopCommonModes") }

    /// The name in Core Foundation, which recognises the common modes by the identity of their string.
    fileprivate var core: CoreFoundation.CFString? {
        if self == .commonModes { return CoreFoundation.kCFRunLoopCommonModes }
        if self == .defaultMode { return CoreFoundation.kCFRunLoopDefaultMode }
        return (rawValue as String).withCString {
            CFStringCreateWithCString(nil, $0, CFStringBuiltInEncodings.UTF8.rawValue)
        }
    }
}

/// The mode in which a loop runs if nothing else is asked for.
public var kCFRunLoopDefaultMode: CFRunLoopMode { .defaultMode }

/// In place of a mode: all modes that the loop counts as common ones.
public var kCFRunLoopCommonModes: CFRunLoopMode { .commonModes }

/// Runs the calling thread's loop in a mode.
///
/// - Parameters:
///   - mode: Not the common modes.
///   - seconds: At most so long; 0 for one pass.
///   - returnAfterSourceHandled: Whether it ends after the first source that was served.
/// - Returns: Why it ended: nothing is in the mode, `CFRunLoopStop`, the time, or a source.
@discardableResult
public func CFRunLoopRunInMode(
    _ mode: CFRunLoopMode!, _ seconds: CFTimeInterval, _ returnAfterSourceHandled: Bool
) -> CFRunLoopRunResult { CoreFoundation.CFRunLoopRunInMode(mode.core, seconds, returnAfterSourceHandled) }

/// Calls a block on a loop's thread when the loop runs in a mode the next time; `CFRunLoopWakeUp` wakes one that
/// sleeps.
///
/// - Parameter mode: A name, as the `rawValue` of a `CFRunLoopMode`; anything else is the default mode.
public func CFRunLoopPerformBlock(_ rl: CFRunLoop!, _ mode: CFTypeRef!, _ block: (() -> Void)!) {
    let mode = (mode as? CFString).map(CFRunLoopMode.init(rawValue:)) ?? .defaultMode
    CoreFoundation.CFRunLoopPerformBlock(rl, mode.core, block)
}

/// Calls a program on one of its run loops, in one mode: for interfaces that take a `CFRunLoop` and a mode.
///
/// It is a source of the loop: calls come on the loop's thread, in their order, whenever the loop runs in the mode, and
/// wait while it does not; a loop with no other source keeps running for it. An interface makes one with each object
/// that its program gives a loop (a listener of units, an audio queue), keeps it as long as that object, and hands it
/// the calls by `perform`. An interface that accepts no loop chooses one first: the current loop for listeners, a
/// thread of its own for an audio queue.
/// - Thread: any; calls on the loop's.
package final class RunLoopCalls: @unchecked Sendable {
    /// The calls that wait; the source keeps them.
    private final class Waiting: @unchecked Sendable {
        private let lock = NSLock()
        private var calls: [@Sendable () -> Void] = []
        private var hasEnded = false
        private var isOnMainQueue = false

        func append(_ call: @escaping @Sendable () -> Void) {
            lock.withLock { if !hasEnded { calls.append(call) } }
        }

        /// Has the main queue run the calls if the main thread's loop does not run: under GLib's loop, Qt's or
        /// the program's own the queue is what runs there.
        func runOnMainQueue() {
            let isFirst = lock.withLock {
                defer { isOnMainQueue = true }
                return !isOnMainQueue
            }
            guard isFirst else { return }
            DispatchQueue.main.async { [self] in
                lock.withLock { isOnMainQueue = false }
                // Under dispatchMain() there is no main thread any more.
                if Thread.isMainThread, CFRunLoopCopyCurrentMode(CFRunLoopGetMain()) == nil { run() }
            }
        }

        func end() {
            lock.withLock {
                hasEnded = true
                calls = []
            }
        }

        /// Calls them; those that come meanwhile are called with the next pass.
        func run() {
            var count = lock.withLock { calls.count }
            while count > 0, let call = lock.withLock({ calls.isEmpty ? nil : calls.removeFirst() }) {
                call()
                count -= 1
            }
        }
    }

    private let loop: CFRunLoop
    private let source: CFRunLoopSource
    /// Indicates whether the loop is the main thread's, in a mode in which it runs by itself.
    private let isMain: Bool
    private let waiting = Waiting()

    /// Gives a loop a source.
    ///
    /// - Parameter mode: The mode's name; nil for the default mode.
    package init(on loop: CFRunLoop, mode: CFString?) {
        self.loop = loop
        var context = CFRunLoopSourceContext()
        context.info = Unmanaged.passUnretained(waiting).toOpaque()
        context.retain = { info in
            info.map { UnsafeRawPointer(Unmanaged<Waiting>.fromOpaque($0).retain().toOpaque()) }
        }
        context.release = { info in
            if let info { Unmanaged<Waiting>.fromOpaque(info).release() }
        }
        context.perform = { info in
            if let info { Unmanaged<Waiting>.fromOpaque(info).takeUnretainedValue().run() }
        }
        guard let source = CFRunLoopSourceCreate(nil, 0, &context) else {
            preconditionFailure("a run loop source with a version that exists can be made")
        }
        self.source = source
        let mode = mode.map(CFRunLoopMode.init(rawValue:)) ?? .defaultMode
        isMain = loop === CFRunLoopGetMain() && (mode == .defaultMode || mode == .commonModes)
        CFRunLoopAddSource(loop, source, mode.core)
    }

    deinit { end() }

    /// Indicates whether the loop is that of the calling thread.
    package var isLoopOfThisThread: Bool { CFRunLoopGetCurrent() === loop }

    /// Calls a function on the loop's thread when the loop runs in the mode, at once if it does.
    package func perform(_ call: @escaping @Sendable () -> Void) {
        waiting.append(call)
        CFRunLoopSourceSignal(source)
        CFRunLoopWakeUp(loop)
        if isMain { waiting.runOnMainQueue() }
    }

    /// Takes the source from the loop; no call begins after this.
    package func end() {
        waiting.end()
        CFRunLoopSourceInvalidate(source)
    }
}
