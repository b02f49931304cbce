import CoreAudioTypes
import SordinoGraph
import SordinoRealtime
import Synchronization

/// The layer between a unit's public render block and the block that it implements: checks, events, observers.
///
/// The block that a unit gives out holds this and not the unit, and touches neither heap nor lock.
package final class UnitRenderer: Sendable {
    /// Parameters and MIDI that wait for their time.
    package let events = UnitEvents()
    private let pull = Held(ClientPull())
    private let held: Held<UnitRendererState>
    private let news: Held<UnitRendererNews>

    /// A place for an observer; the render thread looks at all of them.
    private static let observerLimit = 16
    private var observers: UnsafeMutablePointer<Atomic<UInt>> { lent.value }
    private let lent: Lent<UnsafeMutablePointer<Atomic<UInt>>>
    private struct Kept {
        var present: [Int: UnsafeMutablePointer<ClientObserver>] = [:]
        /// Removed ones stay: the render thread may still be in one.
        var gone: [UnsafeMutablePointer<ClientObserver>] = []
    }
    private let kept = Mutex(Kept())

    /// Makes a renderer that is not ready.
    package init() {
        let observers = UnsafeMutablePointer<Atomic<UInt>>.allocate(capacity: Self.observerLimit)
        lent = Lent(observers)
        for index in 0..<Self.observerLimit { (observers + index).initialize(to: Atomic(0)) }
        news = Held(UnitRendererNews())
        held = Held(
            UnitRendererState(
                events: events.state, news: news.pointer, block: ClientUnitRender(pull: pull.pointer),
                observers: observers, observerCount: Self.observerLimit))
    }

    deinit {
        kept.withLock { kept in
            for entry in Array(kept.present.values) + kept.gone {
                entry.deinitialize(count: 1)
                entry.deallocate()
            }
        }
        observers.deinitialize(count: Self.observerLimit)
        observers.deallocate()
    }

    /// Renders one block of an output bus, for hosts.
    package var renderBlock: RenderBlock {
        let renderer = self
        return { flags, time, frameCount, bus, list, pull in
            ClientPull.lend(pull, to: renderer.pull.pointer) {
                renderUnit(renderer.held.pointer, flags, time, frameCount, bus, list)
            }
        }
    }

    /// Outputs that check the bus and the list of each block; set while nothing renders.
    ///
    /// A block returns -10877 for a bus that the unit does not have, and -50 for a list with other buffers than those
    /// of its format, or with too small ones. Nil for a unit that checks them by itself.
    package var outputs: UnitOutputs? {
        get { checked.value.outputs }
        set {
            checked.value.outputs = newValue
            held.pointer.pointee.outputs = newValue?.state
        }
    }
    private let checked = Lent(Checked())
    private final class Checked { var outputs: UnitOutputs? }

    /// The unit's own block; set while nothing renders.
    package var block: UnitRenderBlock? {
        get { held.pointer.pointee.block.block }
        set { held.pointer.pointee.block.block = newValue }
    }

    /// Blocks of up to so many frames are rendered from now on; none at 0.
    package func setLimit(_ frameCount: Int) {
        news.pointer.pointee.maximumFrameCount.store(frameCount, ordering: .releasing)
    }

    /// The sample time of the last block's first frame; 0 before the first block.
    ///
    /// - Thread: any.
    package var lastSampleTime: Double {
        Double(bitPattern: news.pointer.pointee.lastTime.load(ordering: .relaxed))
    }

    // MARK: Observers

    /// Adds an observer.
    ///
    /// - Returns: What removes it; nil if there are too many.
    package func add(_ observer: ClientObserver) -> Int? {
        kept.withLock { kept in
            let next = (kept.present.keys.max() ?? 0) + 1
            for index in 0..<Self.observerLimit where observers[index].load(ordering: .relaxed) == 0 {
                let entry = UnsafeMutablePointer<ClientObserver>.allocate(capacity: 1)
                entry.initialize(to: observer)
                kept.present[next] = entry
                observers[index].store(UInt(bitPattern: entry), ordering: .releasing)
                return next
            }
            return nil
        }
    }

    /// Removes an observer; a call that is under way ends by itself.
    package func remove(_ token: Int) {
        kept.withLock { kept in
            guard let entry = kept.present.removeValue(forKey: token) else { return }
            for index in 0..<Self.observerLimit
            where observers[index].load(ordering: .relaxed) == UInt(bitPattern: entry) {
                observers[index].store(0, ordering: .releasing)
            }
            kept.gone.append(entry)
        }
    }
}

/// The state of a unit's renderer that both sides see.
struct UnitRendererNews: ~Copyable {
    let maximumFrameCount = Atomic<Int>(0)
    /// The sample time of the last block, as bits.
    let lastTime = Atomic<UInt64>(0)
}

/// The render thread's part of a unit's renderer.
struct UnitRendererState {
    let events: UnsafeMutablePointer<UnitEventState>
    let news: UnsafeMutablePointer<UnitRendererNews>
    /// Addresses of `ClientObserver`s, 0 for none.
    let observers: UnsafeMutablePointer<Atomic<UInt>>
    let observerCount: Int
    var block: ClientUnitRender
    var outputs: UnsafeMutablePointer<UnitOutputsState>?
    var lastTime = -Double.infinity
    /// The time of the next block where the host keeps none.
    var ownTime = 0.0

    init(
        events: UnsafeMutablePointer<UnitEventState>, news: UnsafeMutablePointer<UnitRendererNews>,
        block: ClientUnitRender, observers: UnsafeMutablePointer<Atomic<UInt>>, observerCount: Int
    ) {
        (self.events, self.news, self.block) = (events, news, block)
        (self.observers, self.observerCount) = (observers, observerCount)
    }
}
