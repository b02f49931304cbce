import Synchronization

/// Numbers that stand for objects in the C-style interfaces: they look like pointers, and nobody follows them.
///
/// A handle is never used twice, so that one which was closed, or never was one, is found out instead of followed.
final class HandleTable<Object: AnyObject & Sendable>: Sendable {
    private struct State {
        var next: UInt = 0x1000
        var objects: [UInt: Object] = [:]
    }

    private let state = Mutex(State())

    /// Keeps an object and gives it a handle.
    func insert(_ object: Object) -> OpaquePointer {
        let handle = state.withLock { state in
            state.next += 16
            state.objects[state.next] = object
            return state.next
        }
        guard let pointer = OpaquePointer(bitPattern: handle) else {
            preconditionFailure("a handle is never 0")
        }
        return pointer
    }

    /// The object of a handle; nil for one that was removed or never given.
    func object(_ handle: OpaquePointer) -> Object? { state.withLock { $0.objects[UInt(bitPattern: handle)] } }

    /// Forgets a handle and hands its object back.
    func remove(_ handle: OpaquePointer) -> Object? {
        state.withLock { $0.objects.removeValue(forKey: UInt(bitPattern: handle)) }
    }
}
