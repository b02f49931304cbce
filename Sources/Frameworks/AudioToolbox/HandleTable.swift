import Synchronization

/// The objects behind the opaque pointers of the C-style interfaces.
///
/// The pointers are numbers that are never dereferenced.
///
/// Numbers are unique in all tables and never reused, so that a closed, invalid or wrong kind of handle is detected.
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

    /// Removes a handle and returns its object.
    func remove(_ handle: OpaquePointer) -> Object? {
        objects.withLock { $0.removeValue(forKey: UInt(bitPattern: handle)) }
    }
}

/// The last handle given by any table.
private let handleCount = Atomic<UInt>(0x1000)
