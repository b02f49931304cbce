import CoreAudioTypes
import Synchronization

/// Functions of a program's that are called before and after each block of a unit; up to 16.
///
/// - Thread: adding and removing on any; `tell` on the render thread, without heap or lock.
final class RenderNotifies: @unchecked Sendable {
    private final class Entry {
        let proc: AURenderCallback
        let context: UnsafeMutableRawPointer?

        init(_ proc: @escaping AURenderCallback, _ context: UnsafeMutableRawPointer?) {
            self.proc = proc
            self.context = context
        }

        func isSame(_ proc: AURenderCallback, _ context: UnsafeMutableRawPointer?) -> Bool {
            unsafeBitCast(self.proc, to: UInt.self) == unsafeBitCast(proc, to: UInt.self) && self.context == context
        }
    }

    private struct Kept: @unchecked Sendable {
        /// By place; what was removed stays in `gone`, because the render thread may still be in it.
        var present: [Int: Entry] = [:]
        var gone: [Entry] = []
    }

    private static let limit = 16
    private let places: UnsafeMutablePointer<Atomic<UInt>>
    private let kept = Mutex(Kept())

    init() {
        places = .allocate(capacity: Self.limit)
        for index in 0..<Self.limit { (places + index).initialize(to: Atomic(0)) }
    }

    deinit {
        places.deinitialize(count: Self.limit)
        places.deallocate()
    }

    /// Adds a function.
    ///
    /// - Returns: False if there are too many.
    func add(_ proc: @escaping AURenderCallback, _ context: UnsafeMutableRawPointer?) -> Bool {
        let entry = Entry(proc, context)
        let value = UInt(bitPattern: Unmanaged.passUnretained(entry).toOpaque())
        let box = Boxed(entry)
        return kept.withLock { kept in
            guard let free = (0..<Self.limit).first(where: { kept.present[$0] == nil }) else { return false }
            kept.present[free] = box.value
            places[free].store(value, ordering: .releasing)
            return true
        }
    }

    /// Removes a function that was added with this context; a call that is under way ends by itself.
    ///
    /// - Returns: False if there is none.
    func remove(_ proc: @escaping AURenderCallback, _ context: UnsafeMutableRawPointer?) -> Bool {
        let box = Boxed(proc)
        let place = Boxed(context)
        return kept.withLock { kept in
            guard let found = kept.present.first(where: { $0.value.isSame(box.value, place.value) }) else {
                return false
            }
            places[found.key].store(0, ordering: .releasing)
            kept.present[found.key] = nil
            kept.gone.append(found.value)
            return true
        }
    }

    /// Calls all functions.
    ///
    /// - Parameter owner: What a function without a context gets.
    func tell(
        _ flags: AudioUnitRenderActionFlags, _ time: UnsafePointer<AudioTimeStamp>, _ bus: UInt32,
        _ frameCount: UInt32, _ list: UnsafeMutablePointer<AudioBufferList>?, owner: AudioUnit
    ) {
        for index in 0..<Self.limit {
            guard let opaque = UnsafeRawPointer(bitPattern: places[index].load(ordering: .acquiring)) else { continue }
            Unmanaged<Entry>.fromOpaque(opaque)._withUnsafeGuaranteedRef {
                var flags = flags
                _ = $0.proc($0.context ?? UnsafeMutableRawPointer(owner), &flags, time, bus, frameCount, list)
            }
        }
    }
}
