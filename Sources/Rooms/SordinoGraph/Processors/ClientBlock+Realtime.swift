/// A function of the program's that is called while rendering.
///
/// What is behind it may do what it likes; whoever gave it answers for that.
package struct ClientBlock: @unchecked Sendable {
    /// The context, and a pointer to what the caller and the function exchange; returns an `OSStatus`.
    package typealias Call = @convention(c) (UnsafeMutableRawPointer, UnsafeMutableRawPointer) -> Int32

    let context: UnsafeMutableRawPointer
    let call: Call

    /// Names a function; its context must outlive every plan that may call it.
    package init(context: UnsafeMutableRawPointer, call: @escaping Call) {
        self.context = context
        self.call = call
    }

    /// Calls it.
    @_noAllocation @_noLocks
    package func callAsFunction(_ exchange: UnsafeMutableRawPointer) -> Int32 {
        var status: Int32 = 0
        _unsafePerformance { status = call(context, exchange) }
        return status
    }
}
