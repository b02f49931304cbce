import SordinoPolicy

/// Delays of outputs that play together, and the sound of the past that they need when the outputs change.
extension StageMixer {
    /// Returns the delay line that a link leads to; nil if it leads to the port itself.
    func line(of link: StageLink, from stream: StreamDescription, on port: StagePort, in control: Control) -> DelayLine?
    {
        let frames = link.delayFrames(control.sampleRate)
        guard frames > 0 || link.mayWait(stream.program, stream.audioClass) else { return nil }
        return port.lines.first { $0.frameCount == frames && !$0.isLeaving }
    }

    /// Brings the delays of outputs up to the programs' routes.
    ///
    /// A line that would lose its delay takes another one that is needed: it has the sound of the past, with which the change is no
    /// gap. So a sound that may have to wait for another output goes through a line before it does, with a delay of 0.
    func updateLines(in control: Control) {
        let rate = control.sampleRate
        var delays: [String: (waiting: Set<Int>, mayWait: Bool)] = [:]
        for (program, state) in control.programs {
            for audioClass in AudioClass.allCases {
                for link in state.outputs[audioClass.rawValue] {
                    let frames = link.delayFrames(rate)
                    if frames > 0 {
                        delays[link.portUID, default: ([], false)].waiting.insert(frames)
                    } else if link.mayWait(program, audioClass) {
                        delays[link.portUID, default: ([], false)].mayWait = true
                    }
                }
            }
        }
        let latencies = control.ports.filter { $0.port.direction == .output }.map(\.latencySeconds)
        for port in control.ports where port.port.direction == .output {
            let own = delays[port.port.uid] ?? ([], false)
            guard own.mayWait || !own.waiting.isEmpty || !port.lines.isEmpty else { continue }
            let lacking = latencies.map { $0 - port.latencySeconds }.filter { $0 <= Rooms.longestDelaySeconds }.max()
            let past = StageLink(portUID: port.port.uid, delaySeconds: lacking ?? 0).delayFrames(rate)
            update(port, delays: own.waiting, mayWait: own.mayWait, pastFrames: past, rate)
        }
    }

    private func update(_ port: StagePort, delays: Set<Int>, mayWait: Bool, pastFrames: Int, _ rate: Double) {
        let hasFreeLine = port.lines.contains { !$0.isLeaving && !delays.contains($0.frameCount) }
        let wanted = mayWait && (pastFrames > 0 || hasFreeLine) ? delays.union([0]) : delays
        // Nothing is lost where a line that holds nothing back is exchanged.
        for line in port.lines where line.isThrough && !line.reaches(pastFrames, rate) { line.leave() }
        for frames in wanted.sorted() where !port.lines.contains(where: { $0.frameCount == frames && !$0.isLeaving }) {
            let free = port.lines.first { !wanted.contains($0.frameCount) && $0.reaches(frames, rate) }
            let former = port.lines.first {
                $0.frameCount == frames && $0.isLeaving && !$0.isOver && $0.reachFrames >= pastFrames
                    && $0.sampleRate == rate
            }
            if let free {
                free.change(to: frames)
            } else if let former {
                former.stay()
            } else {
                port.lines.append(
                    DelayLine(
                        frameCount: frames, pastFrames: pastFrames, channelCount: port.port.channels.count,
                        frameCapacity: frameCapacity, sampleRate: rate))
            }
        }
        for line in port.lines where !wanted.contains(line.frameCount) { line.leave() }
        port.lines.removeAll(where: \.isOver)
    }
}

extension StageLink {
    /// Indicates whether a program's sound may be held back for other outputs.
    fileprivate func mayWait(_ program: ProgramID, _ audioClass: AudioClass) -> Bool {
        guard case .app = program else { return false }
        return audioClass == .media && firstChannel == nil
    }
}

extension DelayLine {
    /// Returns whether a stream can change from one of these to the other between two blocks without a trace.
    static func areAlike(_ one: DelayLine?, _ other: DelayLine?) -> Bool {
        one === other || (one?.isThrough ?? true) && (other?.isThrough ?? true)
    }
}
