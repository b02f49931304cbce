import CPipeWire
import SordinoHardware
import SordinoPolicy

/// Programs as the desktop's volume controls show them: one node for each program that plays, which says who it is and has
/// the program's own volume.
///
/// A program's streams lead to the stage and have no volume that a mixer would show, so each program gets a node of the class
/// that mixers look for (`Stream/Output/Audio`), over a connection that the graph shows as the program's own. Nothing sounds
/// there: it is linked to the port that the program is heard on, silent, so that mixers say where. Its volume and its mute
/// switch are the program's on the stage, both ways, and come back with the program.
///
/// - Thread: the loop lock is held.
final class ProgramSliders {
    /// The word in `StreamProperties.role`.
    static let role = "slider"
    /// Programs that are shown at most: each takes 0.1 MB, most of it its connection.
    static let most = 64

    private let connection: PipeWireConnection
    private let mixer: StageMixer
    private let book: ProgramBook
    private var sliders: [ProgramID: Slider] = [:]

    /// One program's, as C calls it back.
    private final class Slider {
        let face: ProgramFace
        var title: String?
        var handle: OpaquePointer?
        let changed: (ProgramVolume) -> Void

        init(_ face: ProgramFace, changed: @escaping (ProgramVolume) -> Void) {
            self.face = face
            title = face.title
            self.changed = changed
        }

        /// The number of its node in the graph; nil before it has one.
        var node: UInt32? {
            guard let handle else { return nil }
            let node = cpw_slider_node(handle)
            return node == .max ? nil : node
        }
    }

    init(_ connection: PipeWireConnection, mixer: StageMixer, book: ProgramBook) {
        self.connection = connection
        self.mixer = mixer
        self.book = book
    }

    /// Before the connection closes.
    func close() { for program in sliders.keys { remove(program) } }

    private func remove(_ program: ProgramID) {
        if let handle = sliders[program]?.handle { cpw_slider_destroy(handle) }
        sliders[program] = nil
    }

    /// A stream of a program is about to come to the stage: its first sample has the volume that was kept.
    func prepare(_ program: ProgramID) {
        guard sliders[program] == nil, case .app = program else { return }
        mixer.perform([.volume(program, book.volume(program).gain)])
    }

    /// Shows these programs, and no others.
    func show(_ wanted: Set<ProgramID>) {
        for program in sliders.keys where !wanted.contains(program) { remove(program) }
        for program in wanted.sorted() {
            guard var face = book.face(program) else { continue }
            if let slider = sliders[program] {
                if let handle = slider.handle, slider.title != face.title {
                    slider.title = face.title
                    cpw_slider_set_title(handle, face.title ?? face.name)
                }
                face.title = slider.face.title
                if slider.face != face { remove(program) }
            }
            if sliders[program] == nil, sliders.count < Self.most { sliders[program] = make(program, face) }
        }
    }

    private func make(_ program: ProgramID, _ face: ProgramFace) -> Slider? {
        let slider = Slider(face) { [mixer, book] volume in
            mixer.perform([.volume(program, volume.gain)])
            book.remember(program, volume)
        }
        let properties = face.properties.merging([
            StreamProperties.role: Self.role, "node.name": "sordino.mixer.\(face.identifier)",
            "node.description": face.name, "media.class": "Stream/Output/Audio", "media.type": "Audio",
            "media.category": "Playback", "media.name": face.title ?? face.name,
            // The stage makes the links; the session manager does not restore a volume.
            "node.autoconnect": "false", "state.restore-props": "false", "state.restore-target": "false",
            "node.want-driver": "false",
            // From PipeWire 1.2 on: the port does not wait for it, and loses no cycle when it comes.
            "node.async": "true",
        ]) { $1 }
        let volume = book.volume(program)
        let context = Unmanaged.passUnretained(slider).toOpaque()
        slider.handle = face.properties.withItems { clientItems, clientCount in
            properties.withItems { items, count in
                cpw_slider_create(
                    connection.server, clientItems, clientCount, items, count, volume.factor, volume.isMuted,
                    { context, factor, isMuted in
                        Unmanaged<Slider>.fromOpaque(context).takeUnretainedValue()
                            .changed(ProgramVolume(said: factor, isMuted: isMuted))
                    }, context)
            }
        }
        return slider.handle == nil ? nil : slider
    }

    /// Returns whether a node is one of these: nothing else may be linked to it.
    func contains(_ node: UInt32) -> Bool { sliders.values.contains { $0.node == node } }

    /// Indicates whether a slider of the programs that play has no ports yet.
    private(set) var isWaiting = false

    /// Returns the links from the nodes of programs that play to the ports that they play on: mixers so show them as playing,
    /// and say where.
    func links(_ places: [ProgramID: ManagedPort], in mirror: GraphMirror) -> [LinkTable.Wanted] {
        isWaiting = false
        return places.flatMap { program, port -> [LinkTable.Wanted] in
            guard let slider = sliders[program] else { return [] }
            // Its number comes over a connection of its own: the graph may have told of the node before.
            let outputs = slider.node.map { mirror.ports(of: $0, isInput: false) } ?? []
            guard let node = slider.node, mirror.nodes[node] != nil, outputs.count > 1 else {
                isWaiting = true
                return []
            }
            return zip(outputs, port.named.graphPorts).filter { mirror.ports[$1] != nil }.map {
                LinkTable.Wanted(
                    outputNode: node, inputNode: port.named.node, ends: GraphLinkEnds(output: $0.id, input: $1))
            }
        }
    }
}
