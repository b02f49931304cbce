import SordinoWork

extension CallbackQueue {
    /// Runs `job` on the lane, after those that were delivered to it before, as part of the program.
    ///
    /// - Parameter context: The program; what `job` creates belongs to it. Nil: the process's own.
    /// - Thread: any but the render thread.
    package func deliver(_ lane: Lane = .main, to context: AppContext?, _ job: @escaping @Sendable () -> Void) {
        let program = WeakProgram()
        program.context = context
        deliver(lane, to: program, job)
    }

    /// Runs `job` on the lane; the program is looked up then, and not held until then.
    func deliver(_ lane: Lane, to program: WeakProgram, _ job: @escaping @Sendable () -> Void) {
        deliver(lane) { AppContext.run(in: program.context, job) }
    }
}
