import SordinoRealtime

/// The sphere cut into triangles between directions: their convex hull, which on a sphere is the Delaunay
/// triangulation.
package struct SphereTriangles: Sendable {
    /// Three directions with their shares, which sum to 1.
    package struct Corners: Sendable {
        package var indices: (Int, Int, Int)
        package var shares: (Double, Double, Double)
    }

    private struct Face {
        var a: Int
        var b: Int
        var c: Int
        /// The faces across the edges ab, bc and ca.
        var across = (-1, -1, -1)
        var isGone = false
    }

    private let points: [Point]
    private var faces: [Face] = []

    /// Cuts the sphere.
    ///
    /// - Parameter directions: Four or more that do not lie in one plane, of any length above 0; nil without.
    package init?(_ directions: [SpacePoint]) {
        // A millionth of chance takes care of four directions in one plane, which are the rule on a grid.
        var state: UInt64 = 0x9E37_79B9_7F4A_7C15
        func chance() -> Double {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return (Double(state >> 33) / Double(1 << 31) - 0.5) * 2e-6
        }
        points = directions.map { direction in
            let length = Double(direction.length)
            return Point(
                x: Double(direction.x) / length + chance(), y: Double(direction.y) / length + chance(),
                z: Double(direction.z) / length + chance()
            ).unit
        }
        guard points.allSatisfy({ $0.x.isFinite && $0.y.isFinite && $0.z.isFinite }), let first = firstFour() else {
            return nil
        }
        var horizon: [Int: (face: Int, edge: Int)] = [:]
        connect(first)
        let seed = Set(first.flatMap { [$0.0, $0.1, $0.2] })
        var visible: [Int] = []
        for index in points.indices where !seed.contains(index) {
            visible.removeAll(keepingCapacity: true)
            for face in faces.indices where !faces[face].isGone && sees(index, face) { visible.append(face) }
            if visible.isEmpty { continue }
            for face in visible { faces[face].isGone = true }
            // Each edge between faces that are visible from the new point and faces that are not becomes a face with
            // it.
            horizon.removeAll(keepingCapacity: true)
            var begun: [Int] = []
            for face in visible {
                let old = faces[face]
                for (from, to, other) in [
                    (old.a, old.b, old.across.0), (old.b, old.c, old.across.1), (old.c, old.a, old.across.2),
                ] where !faces[other].isGone {
                    let made = faces.count
                    faces.append(Face(a: from, b: to, c: index))
                    faces[made].across.0 = other
                    join(other, edge: (to, from), to: made)
                    horizon[from] = (made, 0)
                    begun.append(made)
                }
            }
            for made in begun {
                guard let next = horizon[faces[made].b]?.face else { return nil }
                faces[made].across.1 = next
                faces[next].across.2 = made
            }
        }
        compact()
    }

    /// The number of triangles.
    package var count: Int { faces.count }

    /// The triangle around a direction; walks there from the triangle of the last call.
    ///
    /// - Parameter last: 0 at first.
    package func corners(of direction: SpacePoint, from last: inout Int) -> Corners {
        let target = Point(x: Double(direction.x), y: Double(direction.y), z: Double(direction.z)).unit
        var face = faces.indices.contains(last) ? last : 0
        for _ in 0..<faces.count {
            let (a, b, c) = (points[faces[face].a], points[faces[face].b], points[faces[face].c])
            let shares = (target.volume(b, c), target.volume(c, a), target.volume(a, b))
            let least = min(shares.0, shares.1, shares.2)
            if least >= -1e-9 { break }
            face =
                least == shares.0
                ? faces[face].across.1 : least == shares.1 ? faces[face].across.2 : faces[face].across.0
        }
        last = face
        let found = faces[face]
        let (a, b, c) = (points[found.a], points[found.b], points[found.c])
        var shares = (
            max(target.volume(b, c), 0), max(target.volume(c, a), 0), max(target.volume(a, b), 0)
        )
        let sum = shares.0 + shares.1 + shares.2
        shares = sum > 0 ? (shares.0 / sum, shares.1 / sum, shares.2 / sum) : (1, 0, 0)
        return Corners(indices: (found.a, found.b, found.c), shares: shares)
    }

    /// The part of the sphere that is nearest to each direction, about; the sum is 1.
    package var areas: [Double] {
        var areas = [Double](repeating: 0, count: points.count)
        for face in faces {
            let (a, b, c) = (points[face.a], points[face.b], points[face.c])
            // A. van Oosterom, J. Strackee, "The solid angle of a plane triangle", 1983.
            let below = 1 + a.dot(b) + b.dot(c) + c.dot(a)
            let angle = 2 * abs(RealtimeMath.atan2(a.volume(b, c), below))
            for corner in [face.a, face.b, face.c] { areas[corner] += angle / (12 * .pi) }
        }
        let sum = areas.reduce(0, +)
        return areas.map { $0 / sum }
    }

    // MARK: Making

    /// Four directions that span a body, as faces whose corners run the same way round seen from outside.
    private func firstFour() -> [(Int, Int, Int)]? {
        guard points.count >= 4 else { return nil }
        let a = points[0]
        guard let b = points.indices.max(by: { points[$0].minus(a).length < points[$1].minus(a).length }) else {
            return nil
        }
        let ab = points[b].minus(a)
        guard
            let c = points.indices.max(by: {
                points[$0].minus(a).cross(ab).length < points[$1].minus(a).cross(ab).length
            })
        else { return nil }
        let normal = points[c].minus(a).cross(ab)
        guard
            let d = points.indices.max(by: {
                abs(points[$0].minus(a).dot(normal)) < abs(points[$1].minus(a).dot(normal))
            }), abs(points[d].minus(a).dot(normal)) > 1e-3
        else { return nil }
        let middle = Point(
            x: (a.x + points[b].x + points[c].x + points[d].x) / 4,
            y: (a.y + points[b].y + points[c].y + points[d].y) / 4,
            z: (a.z + points[b].z + points[c].z + points[d].z) / 4)
        return [(0, b, c), (0, c, d), (0, d, b), (b, d, c)].map { face in
            let (p, q, r) = (points[face.0], points[face.1], points[face.2])
            let faces = q.minus(p).cross(r.minus(p)).dot(p.minus(middle))
            return faces > 0 ? face : (face.0, face.2, face.1)
        }
    }

    private mutating func connect(_ four: [(Int, Int, Int)]) {
        faces = four.map { Face(a: $0.0, b: $0.1, c: $0.2) }
        for face in faces.indices {
            for (from, to, edge) in [
                (faces[face].a, faces[face].b, 0), (faces[face].b, faces[face].c, 1), (faces[face].c, faces[face].a, 2),
            ] {
                for other in faces.indices {
                    let pairs = [
                        (faces[other].a, faces[other].b), (faces[other].b, faces[other].c),
                        (faces[other].c, faces[other].a),
                    ]
                    if pairs.contains(where: { $0 == (to, from) }) { set(face, edge, other) }
                }
            }
        }
    }

    private mutating func set(_ face: Int, _ edge: Int, _ other: Int) {
        switch edge {
        case 0: faces[face].across.0 = other
        case 1: faces[face].across.1 = other
        default: faces[face].across.2 = other
        }
    }

    private mutating func join(_ face: Int, edge: (Int, Int), to other: Int) {
        if (faces[face].a, faces[face].b) == edge {
            set(face, 0, other)
        } else if (faces[face].b, faces[face].c) == edge {
            set(face, 1, other)
        } else {
            set(face, 2, other)
        }
    }

    private func sees(_ index: Int, _ face: Int) -> Bool {
        let (a, b, c) = (points[faces[face].a], points[faces[face].b], points[faces[face].c])
        return points[index].minus(a).dot(b.minus(a).cross(c.minus(a))) > 0
    }

    private mutating func compact() {
        var places = [Int](repeating: -1, count: faces.count)
        var kept: [Face] = []
        for (index, face) in faces.enumerated() where !face.isGone {
            places[index] = kept.count
            kept.append(face)
        }
        for index in kept.indices {
            let across = kept[index].across
            kept[index].across = (places[across.0], places[across.1], places[across.2])
        }
        faces = kept
    }
}

private struct Point: Sendable {
    var x: Double
    var y: Double
    var z: Double

    var length: Double { (x * x + y * y + z * z).squareRoot() }
    var unit: Point { Point(x: x / length, y: y / length, z: z / length) }
    func minus(_ other: Point) -> Point { Point(x: x - other.x, y: y - other.y, z: z - other.z) }
    func dot(_ other: Point) -> Double { x * other.x + y * other.y + z * other.z }
    func cross(_ other: Point) -> Point {
        Point(x: y * other.z - z * other.y, y: z * other.x - x * other.z, z: x * other.y - y * other.x)
    }
    /// Of the body that three directions span.
    func volume(_ b: Point, _ c: Point) -> Double { dot(b.cross(c)) }
}
