import SordinoPolicy

// The sound of other streams in a stream's input: microphone injection, and taps.
extension StageMixer {
    /// Brings a stream's injections up to the programs' commands; they fade in and out like links.
    func updateInjections(into stream: StageStream, in control: Control) {
        let tapped = stream.isRunning && !stream.description.taps.isEmpty ? updateTaps(of: stream, in: control) : []
        let known = stream.injections.filter { !$0.isTap }
        guard !control.injectors.isEmpty || !known.isEmpty else {
            stream.injections = tapped
            return
        }
        let description = stream.description
        var kept: [StageInjection] = []
        if description.microphoneChannels > 0, description.audioClass == .media {
            for source in control.streams
            where source.isRunning && source.injects(into: description.program, control.programs) {
                let known = known.first { $0.source === source }
                if let known, stream.isRunning || known.gain.hasLanded {
                    if known.gain.target != 1 { known.gain.wish(1, rampSeconds: 0) }
                    kept.append(known)
                } else {
                    let gain = GainControl(initial: 0, curve: .linear, frameCapacity: frameCapacity)
                    gain.wish(1, rampSeconds: 0)
                    kept.append(
                        StageInjection(
                            source: source, gain: gain,
                            taps: StageMap.voice(
                                streamChannels: source.description.outputChannels,
                                inputChannels: description.microphoneChannels)))
                }
            }
        }
        // The last block of a source that has stopped is not repeated, so its injection needs no fade.
        let leaving = known.filter { injection in
            guard stream.isRunning, !kept.contains(where: { $0 === injection }),
                control.streams.contains(where: { $0 === injection.source && $0.isRunning })
            else { return false }
            if injection.gain.target != 0 {
                injection.gain.wish(0, rampSeconds: 0)
            } else if injection.gain.hasLanded {
                return false
            }
            return true
        }
        stream.injections = kept + leaving + tapped
    }

    /// Returns the sounds that a stream's taps take, whole from their first frame and over with their permission.
    private func updateTaps(of stream: StageStream, in control: Control) -> [StageInjection] {
        guard control.taps.has(stream.description.program) else { return [] }
        var found: [StageInjection] = []
        for source in control.streams where source.isRunning && source !== stream {
            for (tap, firstChannel) in control.taps.taking(source.description, by: stream.description) {
                guard let taps = channels(of: source, in: control, tap: tap, firstChannel: firstChannel) else {
                    continue
                }
                let known = stream.injections.first { $0.isTap && $0.source === source && $0.taps == taps }
                found.append(
                    known
                        ?? StageInjection(
                            source: source,
                            gain: GainControl(initial: 1, curve: .linear, frameCapacity: frameCapacity), taps: taps,
                            isTap: true))
            }
        }
        return found
    }

    /// Returns the channels by which a stream goes into a tap; nil if it does not go to the tap's output.
    private func channels(
        of source: StageStream, in control: Control, tap: ProgramTap, firstChannel: Int
    ) -> [PlannedTap]? {
        var taps: [PlannedTap]
        if let uid = tap.portUID {
            guard let link = wantedLinks(of: source, in: control).first(where: { $0.port.port.uid == uid }) else {
                return nil
            }
            taps = link.taps.filter { $0.destination < tap.channelCount }
        } else {
            taps = StageMap.output(
                streamChannels: source.description.outputChannels, portChannels: tap.channelCount, map: nil)
        }
        for index in taps.indices {
            taps[index] = PlannedTap(
                source: taps[index].source, destination: firstChannel + taps[index].destination,
                weight: taps[index].weight)
        }
        return taps
    }
}

extension StageStream {
    /// Returns whether this stream is injected into the input of a program.
    fileprivate func injects(into program: ProgramID, _ programs: [ProgramID: StageProgram]) -> Bool {
        description.outputChannels > 0 && description.audioClass == .media && description.program != program
            && programs[description.program]?.injectsInto.contains(program) == true
    }
}
