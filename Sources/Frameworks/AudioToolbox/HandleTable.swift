import Synchronization

/// The objects behind the opaque pointers of the C interfaces.
///
/// The pointers are numbers that are never dereferenced. A number is unique in all tables and never reused, so that a
/// closed or invalid handle, and one of another type, is detected.
final class HandleTable<Object: AnyObject & Sendable>: Sendable {
    private let objects = Mutex<[UInt: Object]>([:])

    /// Adds an object, and returns its new handle.
    func insert(_ object: Object) -> OpaquePointer {
        let handle = handleCount.add(16, ordering: .relaxed).newValue
        objects.withLock { $0[handle] = object }
        guard let pointer = OpaquePointer(bitPattern: handle) else {
            preconditionFailure("a handle is never 0")
        }
        return pointer
    }

    /// Returns the object of a handle; nil for a removed or invalid handle.
    func object(_ handle: OpaquePointer) -> Object? { objects.withLock { $0[UInt(bitPattern: handle)] } }

    /// Removes a handle and returns its object.
    func remove(_ handle: OpaquePointer) -> Object? {
        objects.withLock { $0.removeValue(forKey: UInt(bitPattern: handle)) }
    }
}

/// The last handle that any table has returned.
private let handleCount = Atomic<UInt>(0x1000)
