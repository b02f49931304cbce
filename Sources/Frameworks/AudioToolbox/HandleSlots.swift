import Foundation
import Synchronization

/// The objects behind handles that the audio thread uses, too: looking one up takes no lock.
///
/// A handle is the address of a slot that is never freed, so a handle whose object is gone, and one that is none, are
/// detected. Slots are used again only after all others, those first that are free longest.
/// - Thread: any. An object must not be released while another thread uses its handle.
final class HandleSlots<Object: AnyObject>: Sendable {
    private struct State {
        var usedCount = 0
        var free: [UInt] = []
    }

    private let base: UInt
    private let slotCount: Int
    private let state = Mutex(State())

    /// Makes empty slots; their memory is the system's until they are used.
    init(slotCount: Int = 1 << 16) {
        let memory = calloc(slotCount, MemoryLayout<UInt>.stride)
        base = UInt(bitPattern: memory)
        self.slotCount = memory == nil ? 0 : slotCount
    }

    /// The handle that never has an object.
    static var none: OpaquePointer { OpaquePointer(bitPattern: 1).unsafelyUnwrapped }

    /// Returns a handle without an object; `none` if all slots are taken.
    func reserve() -> OpaquePointer {
        let address = state.withLock { state -> UInt? in
            if state.usedCount < slotCount {
                defer { state.usedCount += 1 }
                return base + UInt(state.usedCount * MemoryLayout<UInt>.stride)
            }
            return state.free.isEmpty ? nil : state.free.removeFirst()
        }
        return address.flatMap { OpaquePointer(bitPattern: $0) } ?? Self.none
    }

    /// Puts an object behind a reserved handle, without retaining it.
    func set(_ handle: OpaquePointer, to object: Object) {
        let word = UInt(bitPattern: Unmanaged.passUnretained(object).toOpaque())
        slot(handle)?.pointee.store(word, ordering: .releasing)
    }

    /// Ends a handle, which has no object from now on.
    func free(_ handle: OpaquePointer) {
        guard let slot = slot(handle) else { return }
        slot.pointee.store(0, ordering: .releasing)
        state.withLock { $0.free.append(UInt(bitPattern: handle)) }
    }

    /// Returns the object of a handle; nil for a handle that has ended or is none.
    func object(_ handle: OpaquePointer) -> Object? {
        guard let word = slot(handle)?.pointee.load(ordering: .acquiring),
            let object = UnsafeRawPointer(bitPattern: word)
        else { return nil }
        return Unmanaged<Object>.fromOpaque(object).takeUnretainedValue()
    }

    private func slot(_ handle: OpaquePointer) -> UnsafeMutablePointer<Atomic<UInt>>? {
        let offset = UInt(bitPattern: handle) &- base
        let stride = UInt(MemoryLayout<UInt>.stride)
        guard offset / stride < UInt(slotCount), offset % stride == 0 else { return nil }
        return UnsafeMutablePointer(bitPattern: base + offset)
    }
}
