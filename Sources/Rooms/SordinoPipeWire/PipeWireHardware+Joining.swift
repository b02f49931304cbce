extension PipeWireHardware {
    /// Gives the service half up, because another process has it from now on; streams stay, and this device reports no more events.
    package func leaveStage() {
        state.withLock { ($0.halves, $0.listener) = (.client, nil) }
        _ = onServer { $0.leaveStage() }
    }
}
