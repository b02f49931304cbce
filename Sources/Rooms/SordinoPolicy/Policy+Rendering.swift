/// The rendering of a session's sound as reported to its program.
struct Rendering: Hashable, Sendable {
    var mode: RenderingMode = .notApplicable
    /// Channels of the output route, at least 2, and whether it is spatial: what the supported layouts follow from.
    var outputChannels = 2
    var isSpatial = false
}

/// The abilities of the route: more than two channels, and cancelling the loudspeaker's echo (own rules 21 and 22).
extension Policy {
    /// Brings the values that follow from configuration, state and route up to date without a notification.
    mutating func refreshCapabilities(_ slot: Int) {
        // On the path of every activation: no copy of the session, no write without a change.
        let isActive = sessions[slot].view.state == .active
        let isAvailable = hasEchoCancellation(slot)
        // Own 22: the voice modes cancel by themselves, the others leave the microphone as it is.
        let isEnabled =
            isAvailable && isActive && sessions[slot].view.prefersEchoCancelledInput
            && sessions[slot].view.configuration.category == .playAndRecord
            && sessions[slot].view.configuration.mode == .standard
        let mode = isActive ? renderingMode(slot) : .notApplicable
        guard
            sessions[slot].view.isEchoCancelledInputAvailable != isAvailable
                || sessions[slot].view.isEchoCancelledInputEnabled != isEnabled
                || sessions[slot].view.renderingMode != mode
        else { return }
        sessions[slot].view.isEchoCancelledInputAvailable = isAvailable
        sessions[slot].view.isEchoCancelledInputEnabled = isEnabled
        sessions[slot].view.renderingMode = mode
        touch(slot)
    }

    private func hasEchoCancellation(_ slot: Int) -> Bool {
        for index in sessions[slot].view.route.inputs.indices
        where sessions[slot].view.route.inputs[index].hasEchoCancellation {
            return true
        }
        return false
    }

    /// Own 21: more than stereo is rendered for programs that say that they have it.
    private func renderingMode(_ slot: Int) -> RenderingMode {
        let count = sessions[slot].view.route.outputs.count
        guard count > 0 else { return .notApplicable }
        guard sessions[slot].view.supportsMultichannelContent else { return .monoStereo }
        var mode = RenderingMode.monoStereo
        for index in 0..<count {
            if sessions[slot].view.route.outputs[index].channels.count > 2 { return .surround }
            if sessions[slot].view.route.outputs[index].spatialAudio == .on { mode = .spatialAudio }
        }
        return mode
    }

    /// Notifies an active program of a new rendering; for an inactive one it is only stored.
    mutating func sendRendering(_ slot: Int) {
        let said = sessions[slot].sentRendering
        var rendering = Rendering(mode: sessions[slot].view.renderingMode)
        for index in sessions[slot].view.route.outputs.indices {
            rendering.outputChannels = max(
                rendering.outputChannels, sessions[slot].view.route.outputs[index].channels.count)
            if sessions[slot].view.route.outputs[index].spatialAudio == .on { rendering.isSpatial = true }
        }
        guard rendering != said else { return }
        sessions[slot].sentRendering = rendering
        guard sessions[slot].state == .active, said.mode != .notApplicable, !sessions[slot].isSuspended else { return }
        if rendering.outputChannels != said.outputChannels || rendering.isSpatial != said.isSpatial {
            notify(slot, .renderingCapabilitiesChanged)
        }
        if rendering.mode != said.mode { notify(slot, .renderingMode(rendering.mode)) }
    }

    /// The person's choice; routes stay what they are, so it is no route change.
    mutating func setSpatialAudio(_ isEnabled: Bool) {
        guard ports.setSpatialAudio(isEnabled) else { return }
        refreshPorts()
        routing.cache.clear()
        for zone in zoneNumbers {
            if let controller = controller(in: zone) {
                routing.controllers[zone].route = route(of: demand(of: controller, controls: true))
            }
        }
        for slot in slots.byApp { _ = refreshRoute(slot) }
        for slot in lists.active.reversed() {
            guard sessions[slot].view.route.outputs.contains(where: { $0.spatialAudio != .none }) else { continue }
            if !sessions[slot].isSuspended { notify(slot, .spatialAudio(enabled: isEnabled)) }
            sendRendering(slot)
        }
        refreshActorRoutes()
    }
}
