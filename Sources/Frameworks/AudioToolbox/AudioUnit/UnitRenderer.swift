import CoreAudioTypes
import Foundation
import Synchronization

/// What is between a unit's `renderBlock` and its `internalRenderBlock`: checks, events, observers.
///
/// The block that a unit gives out holds this and not the unit, and touches neither heap nor lock.
final class UnitRenderer: @unchecked Sendable {
    let events = UnitEvents()
    /// The unit's own block; set while nothing renders.
    var block: AUInternalRenderBlock?
    private let maximumFrameCount = Atomic<Int>(0)
    private var lastTime = -Double.infinity
    private let lastTimeBits = Atomic<UInt64>(0)
    private var ownTime = 0.0

    /// A place for an observer; the render thread looks at all of them.
    private static let observerLimit = 16
    private let observers: UnsafeMutablePointer<Atomic<UInt>>
    private let kept = Mutex<[Int: ObserverBox]>([:])

    private final class ObserverBox: @unchecked Sendable {
        let call: AURenderObserver
        init(_ call: @escaping AURenderObserver) { self.call = call }
    }

    init() {
        observers = .allocate(capacity: Self.observerLimit)
        for index in 0..<Self.observerLimit { (observers + index).initialize(to: Atomic(0)) }
    }

    deinit {
        observers.deinitialize(count: Self.observerLimit)
        observers.deallocate()
    }

    /// Blocks of up to so many frames are rendered from now on; none at 0.
    func setLimit(_ frameCount: Int) { maximumFrameCount.store(frameCount, ordering: .releasing) }

    /// The sample time of the last block's first frame; 0 before the first block.
    ///
    /// - Thread: any.
    var lastSampleTime: Double { Double(bitPattern: lastTimeBits.load(ordering: .relaxed)) }

    // MARK: Observers

    /// Adds an observer.
    ///
    /// - Returns: What removes it; nil if there are too many.
    func add(_ observer: @escaping AURenderObserver) -> Int? {
        let box = ObserverBox(observer)
        return kept.withLock { kept in
            let next = (kept.keys.max() ?? 0) + 1
            let value = UInt(bitPattern: Unmanaged.passUnretained(box).toOpaque())
            for index in 0..<Self.observerLimit where observers[index].load(ordering: .relaxed) == 0 {
                // What was removed stays: the render thread may still be in it.
                kept[next] = box
                observers[index].store(value, ordering: .releasing)
                return next
            }
            return nil
        }
    }

    /// Removes an observer; a call that is under way ends by itself.
    func remove(_ token: Int) {
        kept.withLock { kept in
            guard let box = kept[token] else { return }
            let value = UInt(bitPattern: Unmanaged.passUnretained(box).toOpaque())
            for index in 0..<Self.observerLimit where observers[index].load(ordering: .relaxed) == value {
                observers[index].store(0, ordering: .releasing)
            }
        }
    }

    private func tell(
        _ flags: AudioUnitRenderActionFlags, _ time: UnsafePointer<AudioTimeStamp>, _ frameCount: AUAudioFrameCount,
        _ bus: Int
    ) {
        for index in 0..<Self.observerLimit {
            let value = observers[index].load(ordering: .acquiring)
            guard let opaque = UnsafeRawPointer(bitPattern: value) else { continue }
            Unmanaged<ObserverBox>.fromOpaque(opaque)._withUnsafeGuaranteedRef { $0.call(flags, time, frameCount, bus) }
        }
    }

    // MARK: Rendering

    /// Renders one block of one output bus.
    func render(
        _ flags: UnsafeMutablePointer<AudioUnitRenderActionFlags>, _ time: UnsafePointer<AudioTimeStamp>,
        _ frameCount: AUAudioFrameCount, _ bus: Int, _ output: UnsafeMutablePointer<AudioBufferList>,
        _ pull: AURenderPullInputBlock?
    ) -> AUAudioUnitStatus {
        let limit = maximumFrameCount.load(ordering: .acquiring)
        guard limit > 0, let block else { return kAudioUnitErr_Uninitialized }
        guard Int(frameCount) <= limit else { return kAudioUnitErr_TooManyFramesToProcess }
        let hasTime = time.pointee.mFlags.contains(.sampleTimeValid)
        let start = hasTime ? time.pointee.mSampleTime : ownTime
        // Several output buses of one block: the first one gets the events.
        let isFirst = start != lastTime || bus == 0
        lastTime = start
        lastTimeBits.store(start.bitPattern, ordering: .relaxed)
        ownTime = start + Double(frameCount)
        tell(flags.pointee.union(.unitRenderAction_PreRender), time, frameCount, bus)
        var due: UnsafeMutablePointer<AURenderEvent>?
        if isFirst { due = events.state.pointee.takeDue(from: Int64(start), before: Int64(start) + Int64(frameCount)) }
        let status = block(flags, time, frameCount, bus, output, UnsafePointer(due), pull)
        events.state.pointee.release(due)
        var after = flags.pointee.union(.unitRenderAction_PostRender)
        if status != noErr { after.insert(.unitRenderAction_PostRenderError) }
        tell(after, time, frameCount, bus)
        return status
    }
}
