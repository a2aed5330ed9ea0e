#include "games/go/scoring.h"

#include <algorithm>
#include <cstddef>

namespace cairn::go {

namespace {

constexpr std::size_t at(int index) {
  return static_cast<std::size_t>(index);
}

template <class Visit>
void for_neighbours(const Picture& picture, int point, Visit&& visit) {
  for (int d = 0; d < kOrthogonal; ++d)
    if (const int near = grid_neighbour(picture.size, picture.topology, point, d); near >= 0) visit(near);
}

// Connected sets of points for which `kind(point)` is equal and not negative.
template <class Kind>
std::vector<std::vector<int>> components(const Picture& picture, Kind&& kind) {
  std::vector<std::vector<int>> found;
  PointSet seen;
  for (int start = 0; start < picture.points(); ++start) {
    if (seen[at(start)] || kind(start) < 0) continue;
    std::vector<int> points{start};
    seen[at(start)] = true;
    for (std::size_t i = 0; i < points.size(); ++i)
      for_neighbours(picture, points[i], [&](int near) {
        if (seen[at(near)] || kind(near) != kind(start)) return;
        seen[at(near)] = true;
        points.push_back(near);
      });
    found.push_back(std::move(points));
  }
  return found;
}

// Could two eyes of the colour inside stand in the region? An eye never holds a point next to a stone of the
// unconditionally alive surroundings, and two eyes are not next to each other.
bool room_for_two_eyes(const Picture& picture, const std::vector<int>& region, const PointSet& surroundings) {
  std::vector<int> inner;
  for (const int point : region) {
    bool at_the_wall = false;
    for_neighbours(picture, point, [&](int near) { at_the_wall |= surroundings[at(near)]; });
    if (!at_the_wall) inner.push_back(point);
  }
  for (const int a : inner)
    for (const int b : inner) {
      bool adjacent = a == b;
      for_neighbours(picture, a, [&](int near) { adjacent |= near == b; });
      if (!adjacent) return true;
    }
  return false;
}

}  // namespace

Regions regions(const Picture& picture) {
  Regions result;
  for (auto& points : components(picture, [&](int point) { return static_cast<int>(picture.at[at(point)]); })) {
    Region region;
    region.colour = picture.at[at(points.front())];
    for (const int point : points) {
      result.of[at(point)] = static_cast<std::int16_t>(result.list.size());
      for_neighbours(picture, point, [&](int near) {
        const Colour colour = picture.at[at(near)];
        if (colour != region.colour) region.touches[static_cast<std::size_t>(colour)] = true;
      });
    }
    region.points = std::move(points);
    std::sort(region.points.begin(), region.points.end());
    result.list.push_back(std::move(region));
  }
  return result;
}

std::vector<int> liberties(const Picture& picture, const Region& chain) {
  std::vector<int> found;
  for (const int stone : chain.points)
    for_neighbours(picture, stone, [&](int near) {
      if (picture.at[at(near)] == Colour::empty) found.push_back(near);
    });
  std::sort(found.begin(), found.end());
  found.erase(std::unique(found.begin(), found.end()), found.end());
  return found;
}

std::array<int, 2> chains_in_atari(const Picture& picture) {
  std::array<int, 2> count{};
  for (const Region& region : regions(picture).list)
    if (region.colour != Colour::empty && liberties(picture, region).size() == 1) ++count[at(side_of(region.colour))];
  return count;
}

Picture without(const Picture& picture, const PointSet& dead) {
  Picture rest = picture;
  for (int point = 0; point < picture.points(); ++point)
    if (dead[at(point)]) rest.at[at(point)] = Colour::empty;
  return rest;
}

Count area(const Picture& picture) {
  Count count;
  for (const Region& region : regions(picture).list) {
    Colour owner = region.colour;
    if (owner == Colour::empty) {
      const bool black = region.touches[1], white = region.touches[2];
      if (black == white) continue;
      owner = black ? Colour::black : Colour::white;
    }
    count.points[at(side_of(owner))] += static_cast<int>(region.points.size());
    for (const int point : region.points) count.owner[at(point)] = owner;
  }
  return count;
}

Count territory(const Picture& picture, const PointSet& dead) {
  const Picture rest = without(picture, dead);
  const Regions all = regions(rest);
  const auto is_dame = [&](const Region& region) {
    return region.colour == Colour::empty && region.touches[1] && region.touches[2];
  };
  // Chains and the empty regions that only they surround are one unit.
  std::vector<std::size_t> unit(all.list.size());
  for (std::size_t i = 0; i < unit.size(); ++i) unit[i] = i;
  const auto root = [&](std::size_t i) {
    while (unit[i] != i) i = unit[i] = unit[unit[i]];
    return i;
  };
  std::vector<bool> touches_dame(all.list.size());
  for (std::size_t i = 0; i < all.list.size(); ++i) {
    if (all.list[i].colour != Colour::empty) continue;
    for (const int point : all.list[i].points)
      for_neighbours(rest, point, [&](int near) {
        const auto chain = static_cast<std::size_t>(all.of[at(near)]);
        if (chain == i) return;
        if (is_dame(all.list[i]))
          touches_dame[chain] = true;
        else
          unit[root(chain)] = root(i);
      });
  }
  std::vector<int> eyes(all.list.size());
  std::vector<bool> in_contact(all.list.size());
  for (std::size_t i = 0; i < all.list.size(); ++i) {
    const Region& region = all.list[i];
    if (region.colour == Colour::empty && !is_dame(region)) eyes[root(i)] += region.points.size() < 3 ? 1 : 2;
    if (touches_dame[i]) in_contact[root(i)] = true;
  }
  Count count;
  for (std::size_t i = 0; i < all.list.size(); ++i) {
    const Region& region = all.list[i];
    if (region.colour != Colour::empty || region.touches[1] == region.touches[2]) continue;
    if (in_contact[root(i)] && eyes[root(i)] < 2) continue;  // in seki
    const Colour owner = region.touches[1] ? Colour::black : Colour::white;
    count.points[at(side_of(owner))] += static_cast<int>(region.points.size());
    for (const int point : region.points) count.owner[at(point)] = owner;
  }
  return count;
}

PointSet unconditionally_alive(const Picture& picture, Colour colour) {
  const Regions chains = regions(picture);
  // What the colour encloses: connected points that are not its stones.
  const auto enclosed = components(picture, [&](int point) { return picture.at[at(point)] == colour ? -1 : 1; });
  std::vector<bool> chain_stands(chains.list.size()), region_stands(enclosed.size(), true);
  for (std::size_t i = 0; i < chains.list.size(); ++i) chain_stands[i] = chains.list[i].colour == colour;
  for (bool changed = true; changed;) {
    changed = false;
    std::vector<int> vital(chains.list.size());
    for (std::size_t r = 0; r < enclosed.size(); ++r) {
      if (!region_stands[r]) continue;
      // Vital to a chain: every empty point of the region is a liberty of that chain.
      std::vector<int> touched(chains.list.size());
      int empties = 0;
      for (const int point : enclosed[r]) {
        const bool empty = picture.at[at(point)] == Colour::empty;
        empties += empty ? 1 : 0;
        std::array<std::int16_t, kOrthogonal> near_chains{};
        int near_count = 0;
        for_neighbours(picture, point, [&](int near) {
          if (picture.at[at(near)] != colour) return;
          const std::int16_t chain = chains.of[at(near)];
          for (int i = 0; i < near_count; ++i)
            if (near_chains[at(i)] == chain) return;
          near_chains[at(near_count++)] = chain;
          if (empty) ++touched[at(chain)];
        });
      }
      for (std::size_t i = 0; i < touched.size(); ++i)
        if (empties > 0 && chain_stands[i] && touched[i] == empties) ++vital[i];
    }
    for (std::size_t i = 0; i < chains.list.size(); ++i) {
      if (!chain_stands[i] || vital[i] >= 2) continue;
      chain_stands[i] = false;
      changed = true;
    }
    for (std::size_t r = 0; r < enclosed.size(); ++r) {
      if (!region_stands[r]) continue;
      for (const int point : enclosed[r])
        for_neighbours(picture, point, [&](int near) {
          if (picture.at[at(near)] == colour && !chain_stands[at(chains.of[at(near)])]) region_stands[r] = false;
        });
      changed |= !region_stands[r];
    }
  }
  PointSet alive;
  for (std::size_t i = 0; i < chains.list.size(); ++i)
    if (chain_stands[i])
      for (const int point : chains.list[i].points) alive[at(point)] = true;
  return alive;
}

PointSet dead_by_status(const Picture& picture) {
  PointSet dead;
  for (const Colour colour : {Colour::black, Colour::white}) {
    const PointSet alive = unconditionally_alive(picture, colour);
    if (alive.none()) continue;
    for (const auto& region : components(picture, [&](int point) { return alive[at(point)] ? -1 : 1; })) {
      const bool foreign_only =
          std::none_of(region.begin(), region.end(), [&](int point) { return picture.at[at(point)] == colour; });
      if (!foreign_only || room_for_two_eyes(picture, region, alive)) continue;
      for (const int point : region) dead[at(point)] = picture.at[at(point)] != Colour::empty;
    }
  }
  return dead;
}

}  // namespace cairn::go
