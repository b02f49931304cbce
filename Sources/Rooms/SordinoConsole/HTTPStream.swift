import CMicroHTTP
import SordinoRealtime

/// An answer without an end: the events of one viewer.
///
/// Its bytes are made when the connection takes them, so a viewer that does not read costs one piece and its place.
package final class HTTPStream: Sendable {
    private struct State {
        var piece: [UInt8] = []
        var offset = 0
        var connection: Lent<UnsafeMutableRawPointer>?
        /// Indicates whether the server has set the connection aside until there is more.
        var isAside = false
        var ends = false
    }

    private let state = Guarded(State())
    private let more: @Sendable () -> [UInt8]
    private let gone: @Sendable (HTTPStream) -> Void

    /// Makes a stream.
    ///
    /// - Parameters:
    ///   - more: Returns the next piece; an empty one when there is nothing new. It may take leaf locks only.
    ///   - gone: Called when the connection has ended.
    package init(
        more: @escaping @Sendable () -> [UInt8], gone: @escaping @Sendable (HTTPStream) -> Void
    ) {
        (self.more, self.gone) = (more, gone)
    }

    /// Takes the connection back from where it was set aside: there may be a new piece.
    package func wake() {
        let connection = state.withLock { state -> Lent<UnsafeMutableRawPointer>? in
            guard state.isAside else { return nil }
            state.isAside = false
            return state.connection
        }
        // A connection that is set aside cannot end before this.
        if let connection { cmicrohttp_resume(connection.value) }
    }

    /// Ends the stream after the bytes that are there.
    func end() {
        state.withLock { $0.ends = true }
        wake()
    }

    func begin(on connection: UnsafeMutableRawPointer) {
        let lent = Lent(connection)
        state.withLock { $0.connection = lent }
    }

    func finish() {
        state.withLock { state in
            state.connection = nil
            state.isAside = false
        }
        gone(self)
    }

    /// Writes what there is; sets the connection aside when there is nothing.
    ///
    /// - Thread: the server's.
    func write(_ bytes: UnsafeMutableRawBufferPointer) -> Int {
        state.withLock { state in
            if state.offset == state.piece.count, !state.ends {
                state.piece = more()
                state.offset = 0
            }
            let count = min(bytes.count, state.piece.count - state.offset)
            if count > 0 {
                state.piece.withUnsafeBytes { piece in
                    bytes.copyMemory(from: UnsafeRawBufferPointer(rebasing: piece[state.offset..<state.offset + count]))
                }
                state.offset += count
                return count
            }
            if state.ends { return CMICROHTTP_END }
            guard let connection = state.connection else { return CMICROHTTP_END }
            state.isAside = true
            cmicrohttp_suspend(connection.value)
            return 0
        }
    }
}
