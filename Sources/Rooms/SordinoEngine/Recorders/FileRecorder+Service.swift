import SordinoMedia
import SordinoPolicy
import SordinoSession
import SordinoWork

/// The worker's part of a recorder, and what the session does to it.
extension FileRecorder {
    /// The interval at which the ring is emptied.
    private static let restMilliseconds = 50

    /// Writes what has come, ends a recording that is as long as it was to be, and follows the hardware.
    func serve() -> Workers.PumpResult {
        let (phase, file, isComplete) = state.withLock { state in
            (state.phase, state.file, graph.capture?.isComplete ?? false)
        }
        guard let file, phase != .stopped else { return .asleep }
        do throws(MediaError) {
            if phase != .recording {
                try file.settle()
                return .asleep
            }
            let didWrite = try file.drain()
            if isComplete {
                if leaveRecording(of: file) { finish(file, tells: true) }
                return .asleep
            }
            if !followHardware(file) { return .asleep }
            return didWrite ? .worked : .resting(milliseconds: Self.restMilliseconds)
        } catch {
            fail(file, .media(error))
            return .asleep
        }
    }

    /// Ends the recording of a file.
    ///
    /// - Returns: False if another call has ended it.
    private func leaveRecording(of file: RecordingFile) -> Bool {
        let (isOurs, io) = state.withLock { state -> (Bool, SessionIO?) in
            guard state.phase != .stopped, state.file === file else { return (false, nil) }
            end(&state)
            return (true, state.io)
        }
        io?.stop()
        return isOurs
    }

    /// Ends a recording that cannot continue; the file is closed and holds the frames that could be written.
    private func fail(_ file: RecordingFile, _ failure: Failure) {
        guard leaveRecording(of: file) else { return }
        try? file.finish()
        report(failure)
    }

    /// Continues with another rate or number of channels of the input.
    ///
    /// - Returns: Whether the recording continues.
    private func followHardware(_ file: RecordingFile) -> Bool {
        let outcome = state.withLock { state -> Result<Bool, Failure> in
            guard state.phase == .recording, state.file === file else { return .success(false) }
            graph.follow()
            guard graph.isOutdated else { return .success(true) }
            graph.stop(closes: true)
            return startStream(&state, at: nil)
        }
        switch outcome {
        case .success(let goesOn): return goesOn
        case .failure(let failure):
            fail(file, failure)
            return false
        }
    }

    /// The media services are gone: the file is closed with what it has.
    func loseServices() {
        let (file, tells) = state.withLock { state -> (RecordingFile?, Bool) in
            defer { end(&state) }
            return (state.phase == .stopped ? nil : state.file, state.phase == .recording || state.phase == .paused)
        }
        guard let file else { return }
        context.system.workers.submit { [self] in
            try? file.finish()
            if tells { report(.servicesLost) }
        }
    }
}

extension FileRecorder: SessionIOHandler {
    package func sessionStopsIO(because cause: Cause) {
        state.withLock { state in
            state.stopCount += 1
            halt(&state)
        }
        wakePump()
    }

    package func sessionInterruption(began: Bool, shouldResume: Bool) {
        state.withLock { $0.events }?.interruption(began, shouldResume)
    }
}
