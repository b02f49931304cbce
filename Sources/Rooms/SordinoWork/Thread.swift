import Glibc

/// Starts a detached thread; ends the process if the system gives none, since nothing would work without it.
package func startThread(_ body: @escaping @Sendable () -> Void) {
    precondition(startThreadIfPossible(body), "a thread could not be started")
}

/// Starts a detached thread.
///
/// - Returns: False when the system gives none; then `body` never runs.
package func startThreadIfPossible(_ body: @escaping @Sendable () -> Void) -> Bool {
    final class Box: Sendable {
        let body: @Sendable () -> Void
        init(_ body: @escaping @Sendable () -> Void) { self.body = body }
    }
    let box = Unmanaged.passRetained(Box(body))
    var attributes = pthread_attr_t()
    pthread_attr_init(&attributes)
    pthread_attr_setdetachstate(&attributes, CInt(PTHREAD_CREATE_DETACHED))
    var thread = pthread_t()
    let start: @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? = { context in
        guard let context else { return nil }
        Unmanaged<Box>.fromOpaque(context).takeRetainedValue().body()
        return nil
    }
    let status = pthread_create(&thread, &attributes, start, box.toOpaque())
    pthread_attr_destroy(&attributes)
    if status != 0 { box.release() }
    return status == 0
}
