import SordinoPolicy

extension AVAudioSession {
    // MARK: The route

    /// The ports that the session uses now.
    public var currentRoute: AVAudioSessionRouteDescription {
        let snapshot = snapshot
        return AVAudioSessionRouteDescription(snapshot.route, selections: snapshot.selectedDataSources, client: client)
    }

    /// Whether the device has any input now.
    public var isInputAvailable: Bool { snapshot.isInputAvailable }

    /// The inputs that the session could use; nil if its category has no input.
    public var availableInputs: [AVAudioSessionPortDescription]? {
        let snapshot = snapshot
        switch snapshot.configuration.category {
        case .ambient, .soloAmbient, .playback, .audioProcessing: return nil
        case .record, .playAndRecord, .multiRoute: break
        }
        return snapshot.availableInputs.map {
            AVAudioSessionPortDescription($0, selections: snapshot.selectedDataSources, client: client)
        }
    }

    /// The input that was asked for.
    public var preferredInput: AVAudioSessionPortDescription? {
        let snapshot = snapshot
        guard let uid = snapshot.preferredInputUID else { return nil }
        return availableInputs?.first { $0.uid == uid }
    }

    /// Asks for an input; nil for the system's choice.
    ///
    /// - Throws: `badParam` for a port that is not among `availableInputs`.
    public func setPreferredInput(_ inPort: AVAudioSessionPortDescription?) throws {
        try ask(.prefer(.input(portUID: inPort?.uid)))
    }

    /// Sends output to the loudspeaker until the route changes; only with `playAndRecord`.
    ///
    /// - Throws: `badParam` with another category.
    public func overrideOutputAudioPort(_ portOverride: PortOverride) throws {
        try ask(.overrideOutput(toSpeaker: portOverride == .speaker))
    }

    // MARK: Data sources

    /// The sources of the current input; nil if it has none to choose from.
    public var inputDataSources: [AVAudioSessionDataSourceDescription]? { currentRoute.inputs.first?.dataSources }

    /// The source that the current input uses.
    public var inputDataSource: AVAudioSessionDataSourceDescription? { currentRoute.inputs.first?.selectedDataSource }

    /// Asks for a source of the current input; nil for the system's choice.
    ///
    /// - Throws: `badParam` for a source of another port, or without input.
    public func setInputDataSource(_ dataSource: AVAudioSessionDataSourceDescription?) throws {
        try setDataSource(dataSource, of: currentRoute.inputs.first)
    }

    /// The destinations of the current output; nil if it has none to choose from.
    public var outputDataSources: [AVAudioSessionDataSourceDescription]? { currentRoute.outputs.first?.dataSources }

    /// The destination that the current output uses.
    public var outputDataSource: AVAudioSessionDataSourceDescription? {
        currentRoute.outputs.first?.selectedDataSource
    }

    /// Asks for a destination of the current output; nil for the system's choice.
    ///
    /// - Throws: `badParam` for a destination of another port, or without output.
    public func setOutputDataSource(_ dataSource: AVAudioSessionDataSourceDescription?) throws {
        try setDataSource(dataSource, of: currentRoute.outputs.first)
    }

    private func setDataSource(
        _ dataSource: AVAudioSessionDataSourceDescription?, of port: AVAudioSessionPortDescription?
    ) throws {
        guard let port else { throw NSError(.badParam, "the route has no port in this direction") }
        try port.setPreferredDataSource(dataSource)
    }

    // MARK: Stereo capture

    /// How the device is held, for stereo capture.
    public var inputOrientation: StereoOrientation {
        StereoOrientation(rawValue: Int(snapshot.inputOrientation)) ?? .none
    }

    /// The orientation that was asked for.
    public var preferredInputOrientation: StereoOrientation {
        StereoOrientation(rawValue: Int(snapshot.preferredInputOrientation)) ?? .none
    }

    /// Asks for an orientation of stereo capture.
    public func setPreferredInputOrientation(_ orientation: StereoOrientation) throws {
        try ask(.prefer(.inputOrientation(UInt(orientation.rawValue))))
    }
}
