import SordinoPolicy

extension VirtualDevice {
    /// Makes something happen now.
    ///
    /// The next block is the first that it affects.
    package func happen(_ happening: VirtualHappening) {
        switch happening {
        case .plug(let accessory): plug(accessory)
        case .unplug(let deviceUID): unplug(deviceUID: deviceUID)
        case .turnVolume(let volume): turnVolume(to: volume)
        case .retime(let timing): request(timing)
        case .setMicrophone(let portUID, let sources): setMicrophone(portUID: portUID, sources)
        case .fault(let fault): inject(fault)
        case .lose: loseServer()
        case .restart: restartServer()
        case .call(let body): body()
        }
    }

    // MARK: - Ports

    /// Plugs something in: its ports arrive together.
    ///
    /// - Returns: The ports that arrived; without those whose UID exists already.
    @discardableResult
    package func plug(_ accessory: Accessory) -> [Port] {
        let arrived = accessory.ports.filter(arrive)
        if !arrived.isEmpty { tell(.portsArrived(arrived)) }
        return arrived
    }

    /// Pulls something out: all ports that share the device UID depart together.
    ///
    /// - Returns: UIDs of the ports that departed.
    @discardableResult
    package func unplug(deviceUID: String) -> [String] {
        depart { $0.deviceUID == deviceUID }
    }

    /// Takes away one port of a device that has several, as when a Bluetooth profile is given up.
    @discardableResult
    package func unplug(portUID: String) -> [String] {
        depart { $0.uid == portUID }
    }

    /// Puts a port on the stage.
    ///
    /// - Returns: False when a port with its UID exists.
    @discardableResult
    func arrive(_ port: Port) -> Bool {
        let virtual = VirtualPort(port, frameCapacity: mixer.frameCapacity)
        let isNew = control.withLock { control in
            guard control.port(uid: port.uid) == nil else { return false }
            control.ports.append(VirtualControl.PlacedPort(port: port, virtual: virtual))
            return true
        }
        guard isNew else { return false }
        virtual.stagePort = mixer.addPort(port, peer: UnsafeMutableRawPointer(virtual.cell), peerKeeper: virtual)
        return true
    }

    private func depart(_ isMeant: (Port) -> Bool) -> [String] {
        let meant = ports.filter(isMeant).map(\.uid)
        let departed = control.withLock { control in
            let departed = control.ports.map(\.port.uid).filter(meant.contains)
            control.ports.removeAll { departed.contains($0.port.uid) }
            return departed
        }
        for uid in departed { mixer.removePort(uid: uid) }
        if !departed.isEmpty { tell(.portsDeparted(departed)) }
        return departed
    }

    // MARK: - Volume and microphones

    /// Turns the volume as the user's hand does; a change is reported to the listener.
    package func turnVolume(to volume: Float) {
        let before = self.volume
        self.volume = volume
        let after = self.volume
        if after != before { tell(.volume(after)) }
    }

    /// Sets the sources at a microphone from the next block on; every source starts at its beginning.
    ///
    /// - Returns: False when there is no input port with this UID. A room whose output port is not there is silent.
    @discardableResult
    package func setMicrophone(portUID: String, _ sources: [MicrophoneSource]) -> Bool {
        let placed = control.withLock(\.ports)
        let microphone = placed.first { $0.port.uid == portUID && $0.port.direction == .input }
        guard let microphone else { return false }
        let sampleRate = timing.sampleRate
        renderGate.withLock { _ in
            let voices = MicrophoneVoices(sources, sampleRate: sampleRate) { uid in
                placed.first { $0.port.uid == uid && $0.port.direction == .output }?.virtual.remember()
            }
            microphone.virtual.hear(voices)
        }
        return true
    }

    // MARK: - Faults

    /// Puts a fault into the device.
    package func inject(_ fault: VirtualFault) {
        switch fault {
        case .nextOpen(let error): control.withLock { $0.openFaults.append(error) }
        case .nextStart(let error): control.withLock { $0.startFaults.append(error) }
        case .missBlocks(let count): renderGate.withLock { $0.blocksToMiss = max(count, 0) }
        case .portMissesBlocks(let uid, let count):
            changeCell(uid) { $0.blocksToMiss = max(count, 0) }
        case .portFails(let uid, let isFailing):
            changeCell(uid) { $0.isFailing = isFailing }
        }
    }

    private func changeCell(_ portUID: String, _ change: (inout VirtualPortCell) -> Void) {
        guard let port = control.withLock({ $0.port(uid: portUID) }) else { return }
        renderGate.withLock { _ in change(&port.virtual.cell.pointee) }
    }

    /// Blocks that came too late for their programs: by fault, and on a paced device by its own thread.
    package var lateCycles: Int {
        let byFault = renderGate.withLock { $0.missedBlocks }
        return byFault + control.withLock(\.lateCycles)
    }

    /// Blocks of a program's open streams that were kept silent because a sample was not a number or above the limit of the mixer.
    package func faults(of program: ProgramID) -> Int {
        control.withLock { control in
            control.openStreams.filter { $0.description.program == program }.reduce(0) { $0 + $1.faultCount }
        }
    }

    /// Blocks that did not go through a port; nil when it is not there.
    package func missedBlocks(portUID: String) -> Int? {
        guard let port = control.withLock({ $0.port(uid: portUID) }) else { return nil }
        return renderGate.withLock { _ in port.virtual.cell.pointee.missedBlocks }
    }

    // MARK: - The server

    /// Crashes the audio server: all streams become unusable, and none can be opened until it is back.
    ///
    /// Time passes and the ports are silent; the stage keeps the gains and routes that it was given.
    package func loseServer() {
        let dead = control.withLock { control -> [StageStream]? in
            guard !control.isLost else { return nil }
            control.isLost = true
            defer { control.openStreams = [] }
            return control.openStreams
        }
        guard let dead else { return }
        for stream in dead { mixer.removeStream(stream) }
        waitForBlock()
        tell(.lost)
    }

    /// The audio server is back; streams can be opened again.
    package func restartServer() {
        let wasLost = control.withLock { control in
            defer { control.isLost = false }
            return control.isLost
        }
        if wasLost { tell(.restarted) }
    }
}
