import Synchronization

extension PipeWireHardware {
    /// The telephone's call, and the function that receives the state of the cards.
    struct Telephone {
        var call = TelephoneCall()
        var hear: (@Sendable (TelephoneReport) -> Void)?
        var report: TelephoneReport?
    }

    /// Has cards serve the telephone's call from now on; also those of a server that comes later.
    package func follow(_ change: (inout TelephoneCall) -> Void) {
        let call = state.withLock { state in
            change(&state.telephone.call)
            return state.telephone.call
        }
        _ = onServer { life in
            life.telephone = call
            life.service?.follow(call)
        }
    }

    /// Calls `hear` with the state of the cards now and whenever it changes, on the device's thread.
    package func whenCardsAnswer(_ hear: @escaping @Sendable (TelephoneReport) -> Void) {
        let report = state.withLock { state in
            state.telephone.hear = hear
            return state.telephone.report
        }
        if let report { hear(report) }
    }

    func telephoneReported(_ report: TelephoneReport) {
        state.withLock { $0.telephone.report = report }
        thread.perform { [weak self] in self?.state.withLock { $0.telephone.hear }?(report) }
    }
}
