/// How a session's sound is rendered, as far as the program is told.
struct Rendering: Hashable, Sendable {
    var mode: RenderingMode = .notApplicable
    /// Channels of the output route, at least 2, and whether it is spatial: what the supported layouts follow from.
    var outputChannels = 2
    var isSpatial = false
}

/// What the route can do beyond stereo, and with the echo of the loudspeaker (own rules 21 and 22).
extension Policy {
    /// Brings what follows from configuration, state and route up to date; tells nobody.
    mutating func refreshCapabilities(_ slot: Int) {
        let configuration = sessions[slot].configuration
        let view = sessions[slot].view
        let isAvailable = view.route.inputs.contains(where: \.hasEchoCancellation)
        set(\.isEchoCancelledInputAvailable, isAvailable, slot)
        // Own 22: the voice modes cancel by themselves, the others leave the microphone as it is.
        let isEnabled =
            isAvailable && view.prefersEchoCancelledInput && view.state == .active
            && configuration.category == .playAndRecord && configuration.mode == .standard
        set(\.isEchoCancelledInputEnabled, isEnabled, slot)
        set(\.renderingMode, renderingMode(of: view), slot)
    }

    /// Own 21: more than stereo is rendered for programs that say that they have it.
    private func renderingMode(of view: SessionSnapshot) -> RenderingMode {
        guard view.state == .active, !view.route.outputs.isEmpty else { return .notApplicable }
        guard view.supportsMultichannelContent else { return .monoStereo }
        if view.route.outputs.contains(where: { $0.channels.count > 2 }) { return .surround }
        return view.route.outputs.contains { $0.spatialAudio == .on } ? .spatialAudio : .monoStereo
    }

    /// Tells an active program what is new; one that is not active starts from there.
    mutating func sayRendering(_ slot: Int) {
        let view = sessions[slot].view
        var rendering = Rendering(mode: view.renderingMode)
        rendering.outputChannels = view.route.outputs.reduce(2) { max($0, $1.channels.count) }
        rendering.isSpatial = view.route.outputs.contains { $0.spatialAudio == .on }
        let said = sessions[slot].saidRendering
        guard rendering != said else { return }
        sessions[slot].saidRendering = rendering
        guard view.state == .active, said.mode != .notApplicable, !sessions[slot].isSuspended else { return }
        if rendering.outputChannels != said.outputChannels || rendering.isSpatial != said.isSpatial {
            notify(slot, .renderingCapabilitiesChanged)
        }
        if rendering.mode != said.mode { notify(slot, .renderingMode(rendering.mode)) }
    }

    /// The person's choice; routes stay what they are, so it is no route change.
    mutating func setSpatialAudio(_ isEnabled: Bool) {
        guard ports.setSpatialAudio(isEnabled) else { return }
        routes.clear()
        let controller = controller
        if let controller {
            lastControllerRoute = routes.route(demand(of: controller, controls: true), ports, settings)
        }
        for slot in slotsByApp { _ = refreshRoute(slot) }
        for slot in active.reversed() {
            guard sessions[slot].view.route.outputs.contains(where: { $0.spatialAudio != .none }) else { continue }
            if !sessions[slot].isSuspended { notify(slot, .spatialAudio(enabled: isEnabled)) }
            sayRendering(slot)
        }
        refreshActorRoutes()
    }
}
