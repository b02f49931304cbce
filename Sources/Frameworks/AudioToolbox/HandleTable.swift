import Synchronization

/// Numbers that stand for objects in the C-style interfaces: they look like pointers, and nobody follows them.
///
/// A handle is never used twice, in no table, so that one which was closed, never was one, or stands for an object of another
/// kind is found out instead of followed.
final class HandleTable<Object: AnyObject & Sendable>: Sendable {
    private let objects = Mutex<[UInt: Object]>([:])

    /// Keeps an object and gives it a handle.
    func insert(_ object: Object) -> OpaquePointer {
        let handle = handleCount.add(16, ordering: .relaxed).newValue
        objects.withLock { $0[handle] = object }
        guard let pointer = OpaquePointer(bitPattern: handle) else {
            preconditionFailure("a handle is never 0")
        }
        return pointer
    }

    /// The object of a handle; nil for one that was removed or never given.
    func object(_ handle: OpaquePointer) -> Object? { objects.withLock { $0[UInt(bitPattern: handle)] } }

    /// Forgets a handle and hands its object back.
    func remove(_ handle: OpaquePointer) -> Object? {
        objects.withLock { $0.removeValue(forKey: UInt(bitPattern: handle)) }
    }
}

/// The last handle of all tables.
private let handleCount = Atomic<UInt>(0x1000)
